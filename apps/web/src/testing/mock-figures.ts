import { contract, type LearningFigures, type Sales, type SalesSums } from '@academy/contract'
import { mockApi } from './mock-api.ts'
import { sampleContext } from './samples.ts'

const { accounts, figures } = contract

const sums = (gross: number, refunded = 0): SalesSums => ({
  payments: gross > 0 ? 1 : 0,
  gross,
  refunded,
  disputed: 0,
  contested: 0,
  net: gross - refunded,
})

const period = { from: '2026-11-01', to: '2026-11-02' }
const before = { from: '2026-10-30', to: '2026-10-31' }

/** Two days with sales in two currencies. */
const sampleSales: Sales = {
  period,
  before,
  fees: [{ currency: 'eur', amount: 414, before: 399 }],
  currencies: [
    {
      currency: 'eur',
      total: sums(25_900, 5_000),
      before: sums(24_900),
      recurring: 1_700,
      recurring_before: 0,
      offers: [{ offer: 'master_course', ...sums(25_900, 5_000) }],
      countries: [{ name: 'DE', payments: 1, gross: 25_900, net: 20_900 }],
      coupons: [{ name: 'LAUNCH', payments: 1, gross: 25_900, net: 20_900 }],
      steps: [
        { from: '2026-11-01', ...sums(0) },
        { from: '2026-11-02', ...sums(25_900, 5_000) },
      ],
    },
    {
      currency: 'usd',
      total: sums(1_900),
      before: sums(0),
      recurring: 1_900,
      recurring_before: 0,
      offers: [{ offer: 'studio', ...sums(1_900) }],
      countries: [{ name: null, payments: 1, gross: 1_900, net: 1_900 }],
      coupons: [],
      steps: [
        { from: '2026-11-01', ...sums(1_900) },
        { from: '2026-11-02', ...sums(0) },
      ],
    },
  ],
  subscriptions: {
    now: { active: 3, free: 1, started: 2, ended: 1, recovered: 4, churn: 0.5 },
    before: { active: 2, free: 0, started: 2, ended: 0, recovered: 0, churn: null },
  },
}

/** Two sessions, of which the first has checks. */
export const sampleLearning: LearningFigures = {
  computed_at: '2026-11-02T09:30:00.000Z',
  copied_prompts: [{ kind: 'tutorial', id: 'plan', name: 'Plan', accounts: 12 }],
  missed_searches: [{ words: 'docker', accounts: 7 }],
  saved_prompts: [{ kind: 'library', id: 'contrast', name: 'Check colors', accounts: 6 }],
  sessions: [
    {
      id: 'one',
      name: 'Begin',
      number: 1,
      checked: 6,
      tutorials: [{ id: 'plan', name: 'Plan', opened: 40, done: 20, stopped: 10, days_to_next: 2.5 }],
    },
    {
      id: 'two',
      name: 'Go on',
      number: 2,
      checked: null,
      tutorials: [{ id: 'build', name: 'Build', opened: 8, done: 'fewer than 5', stopped: 'fewer than 5', days_to_next: null }],
    },
  ],
}

/** Mocks the figures of the academy for the administrator. */
export function mockFigures() {
  const api = mockApi()
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  api.reply(figures.sales, 200, { success: true, data: sampleSales })
  api.reply(figures.funnel, 200, {
    success: true,
    data: {
      period,
      before,
      counts: {
        now: { signed_up: 40, confirmed: 30, opened: 10, bought: 'fewer than 5' },
        before: { signed_up: 20, confirmed: 20, opened: 20, bought: 5 },
      },
    },
  })
  api.reply(figures.learning, 200, { success: true, data: sampleLearning })
  return { api, sampleSales }
}
