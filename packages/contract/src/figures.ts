import { OFFER_NAMES } from '@academy/catalog'
import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, ok } from './api-error.ts'

const c = initContract()

/** The most days of a period. */
const MAX_DAYS = 1_096
const DAY_MS = 86_400_000

const day = z.iso
  .date({ error: 'Write a day, such as 2026-11-30.' })
  .refine((text) => text.startsWith('20'), { error: 'The day must be from 2000 to 2099.' })
  .optional()

/** The days of a period, both included, in UTC: by default the last 30. */
const period = z
  .object({
    from: day.describe('The first day, in UTC; 29 days before the last one if left out.'),
    to: day.describe('The last day, in UTC; `from` if only that is named, else today.'),
  })
  .refine(({ from, to }) => from === undefined || (to ?? from) >= from, { path: ['to'], error: 'The last day is before the first day.' })
  .refine(({ from, to }) => from === undefined || (Date.parse(to ?? from) - Date.parse(from)) / DAY_MS < MAX_DAYS, {
    path: ['from'],
    error: 'A period has at most three years.',
  })

const days = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .meta({ id: 'FigureDays', description: 'The days of a period, both included, in UTC.' })

const amount = z.int().describe('In the smallest unit of the currency.')
const sums = z
  .object({
    payments: z.int().describe('How many payments.'),
    gross: amount,
    refunded: amount.describe('What was refunded of these payments, whenever that was.'),
    disputed: amount.describe('What went back after lost disputes about these payments.'),
    contested: amount.describe('What buyers contest in disputes that are open; not subtracted.'),
    net: amount.describe('`gross` less `refunded` and `disputed`, before the fees of Stripe.'),
  })
  .meta({ id: 'SalesSums', description: 'Payments of a period. Refunds and disputes count for the day of the payment.' })
export type SalesSums = z.infer<typeof sums>

const SOURCES = [...OFFER_NAMES, 'seats', 'studio_gift', 'outside'] as const

const group = z
  .object({ name: z.string().nullable(), payments: z.int(), gross: amount, net: amount })
  .meta({ id: 'SalesGroup', description: 'The payments of one country or code; of an unknown country the name is null.' })

const currencySales = z
  .object({
    currency: z.string(),
    total: sums,
    before: sums.describe('The same for the period of equal length before.'),
    recurring: amount.describe('What the subscriptions that run at the end of the period were last charged for a month.'),
    recurring_before: amount,
    offers: z.array(
      sums.extend({
        offer: z
          .enum(SOURCES)
          .describe(
            '`seats` of courses for others, also gifts; `studio_gift`: months of the Studio as a gift; `outside`: money from outside the checkout.',
          ),
      }),
    ),
    countries: z.array(group),
    coupons: z.array(group).describe('Payments of checkouts in which the buyer redeemed a code.'),
    steps: z.array(sums.extend({ from: z.iso.date() })).describe('Each day, week or month of the period.'),
  })
  .meta({ id: 'CurrencySales', description: 'The sales in one currency.' })
export type CurrencySales = z.infer<typeof currencySales>

const subscriptionCounts = z
  .object({
    active: z.int().describe('Subscriptions that run at the end of the period.'),
    free: z.int().describe('Those of them that are in their free months.'),
    started: z.int(),
    ended: z.int(),
    recovered: z.int().describe('Subscriptions of which a month was paid after an attempt that failed.'),
    churn: z.number().nullable().describe('The share of the subscriptions at the beginning that ended; null without any.'),
  })
  .meta({ id: 'SubscriptionCounts', description: 'The subscriptions of the Studio in a period.' })
export type SubscriptionCounts = z.infer<typeof subscriptionCounts>

const sales = z
  .object({
    period: days,
    before: days,
    fees: z
      .array(z.object({ currency: z.string(), amount, before: amount }))
      .describe('The fees of Stripe for the payments, in the currencies in which Stripe settles them.'),
    currencies: z.array(currencySales).describe('Amounts of different currencies are never added.'),
    subscriptions: z.object({ now: subscriptionCounts, before: subscriptionCounts }),
  })
  .meta({ id: 'Sales', description: 'What the academy sold in a period.' })
export type Sales = z.infer<typeof sales>

/** Stands for each count of learners below `FEWEST`. */
export const FEW = 'fewer than 5'
/** The smallest count of learners that is shown. */
export const FEWEST = 5

const learners = z
  .union([z.int().min(FEWEST), z.literal(FEW)])
  .meta({ id: 'LearnerCount', description: 'A number of learners. Numbers below 5 are not told.' })
export type LearnerCount = z.infer<typeof learners>

const funnelCounts = z
  .object({
    signed_up: learners.describe('Accounts that were created in the period.'),
    confirmed: learners.describe('Those of them that signed in since, with a confirmed address.'),
    opened: learners.describe('Those of them that opened a tutorial since.'),
    bought: learners.describe('Those of them that paid for an offer for themselves since, not for seats.'),
  })
  .meta({ id: 'FunnelCounts', description: 'How far the accounts of a period came.' })
export type FunnelCounts = z.infer<typeof funnelCounts>

const learning = z
  .object({
    missed_searches: z
      .array(z.object({ words: z.string(), accounts: z.int() }))
      .describe('What at least 5 accounts searched for in the last 90 days without a result.'),
    saved_prompts: z
      .array(z.object({ kind: z.enum(['library', 'tutorial']), id: z.string(), name: z.string(), accounts: z.int() }))
      .describe('The tutorials and resources of which at least 5 accounts have a prompt in My Prompts.'),
    copied_prompts: z
      .array(z.object({ kind: z.enum(['library', 'tutorial']), id: z.string(), name: z.string(), accounts: z.int() }))
      .describe('The tutorials and resources whose prompts at least 5 accounts copied, or loaded in a coding tool, in the last 90 days.'),
    computed_at: z.iso.datetime().describe('Figures are at most 10 minutes old.'),
    sessions: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        number: z.number(),
        checked: learners.nullable().describe('Accounts whose checks of the session passed; null for a session without checks.'),
        tutorials: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            opened: learners,
            done: learners,
            stopped: learners.describe('Accounts that were last active here, and not for 14 days.'),
            days_to_next: z
              .number()
              .nullable()
              .describe('The median days until the next tutorial was opened; null for fewer than 5 accounts.'),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'LearningFigures', description: 'How learners proceed through the course.' })
export type LearningFigures = z.infer<typeof learning>

const metadata = { auth: 'admin' } as const

/** What the owner of the academy sees: sales and how learners proceed. */
export const figures = c.router({
  sales: {
    method: 'GET',
    path: '/api/admin/figures/sales',
    query: period.safeExtend({
      step: z
        .enum(['day', 'week', 'month'], { error: 'step must be day, week or month.' })
        .default('day')
        .describe('The length of the steps of the period. Weeks begin on Monday.'),
    }),
    summary: 'Sales and subscriptions of a period',
    description: 'In each currency, compared with the period before.',
    responses: { ...bearerErrors, 200: ok(sales) },
    metadata,
  },
  funnel: {
    method: 'GET',
    path: '/api/admin/figures/funnel',
    query: period,
    summary: 'How far the accounts of a period came',
    description: 'From the sign-up to the first tutorial and the first purchase, compared with the period before.',
    responses: {
      ...bearerErrors,
      200: ok(z.object({ period: days, before: days, counts: z.object({ now: funnelCounts, before: funnelCounts }) })),
    },
    metadata,
  },
  learning: {
    method: 'GET',
    path: '/api/admin/figures/learning',
    query: z.object({ course: z.string().optional().describe('The id of a course. Without it: the Master Course.') }),
    summary: 'How learners proceed through a course',
    description: 'For each tutorial in the order of the course. 404 for a course that is not published.',
    responses: { ...bearerErrors, 200: ok(learning), 404: apiError },
    metadata,
  },
})
