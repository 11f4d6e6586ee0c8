import { ADMIN_EMAIL } from '@academy/local'
import type { Page } from '@playwright/test'
import { openSession } from '../fixtures/course.ts'
import { expect } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'
import { expectAccessible } from './check-page.ts'
import { at, type Screen } from './screen.ts'

const openPricing = at('/settings?tab=pricing', /Settings/)

/** Changes the API's response so that the last renewal of the subscription failed. */
async function failRenewal(page: Page): Promise<void> {
  await page.route('**/api/accounts/context', async (route) => {
    const response = await route.fetch()
    const { subscriptions: _, ...context } = await response.json()
    const subscriptions = [{ price_id: 'price_1', plan_name: 'studio', status: 'past_due' }]
    await route.fulfill({ response, json: { ...context, subscriptions } })
  })
}

/** Fulfills the admin's request for withdrawals with one that is not settled. */
async function showWithdrawals(page: Page): Promise<void> {
  const id = '0198b1a2-3c4d-4e5f-8a9b-0c1d2e3f4a5b'
  const statement = { id, account_id: null, name: 'Ada Lovelace', email: 'ada@example.com', offer: 'master_course', order_number: 'INV-7' }
  const unsettled = { remark: 'Sorry', received_at: '2026-11-01T08:00:00Z', settled_at: null, settled_by: null, settled_note: null }
  const data = { withdrawals: [{ ...statement, ...unsettled, acknowledgement: 'unknown' }], next: 'more' }
  await page.route('**/api/admin/withdrawals', (route) => route.fulfill({ json: { success: true, data } }))
}

/** Opens the mailed link that cancels the Studio. */
async function openCancellation(page: Page): Promise<void> {
  const subscriptions = [{ title: 'Vibe Coding Studio', ends_at: '2027-02-03T09:30:00.000Z', is_cancelled: false, is_unpaid: false }]
  await page.route('**/api/cancellations/read', (route) => route.fulfill({ json: { state: 'open', subscriptions } }))
  await at(`/withdraw/cancel#token=${'a'.repeat(43)}`, /Cancel your Vibe Coding Studio/)(page)
}

/** Sends the empty form of a withdrawal, which shows its error messages. */
async function submitEmptyStatement(page: Page): Promise<void> {
  await at('/withdraw', /Withdraw from a contract/)(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
}

/** Sends the empty form of a withdrawal, then fills it up to the page that asks for confirmation. */
async function confirmStatement(page: Page): Promise<void> {
  await submitEmptyStatement(page)
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Email of your account').first().fill('ada@example.com')
  await page.getByLabel('Contract', { exact: true }).selectOption('bundle')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your withdrawal' })).toBeVisible()
}

/** Fulfills the admin's request for payments with an event that was not applied and a double payment. Also shows a withdrawal. */
async function showPaymentProblems(page: Page): Promise<void> {
  const time = '2026-11-01T08:00:00Z'
  const ids = { account_id: '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b', customer_id: 'cus_1' }
  const event = { type: 'invoice.paid', created: time, source: 'webhook', received_at: time, applied_at: null, attempts: 3 }
  const checkout = {
    offer: 'master_course',
    seats: 8,
    currency: 'usd',
    status: 'failed',
    created_at: time,
    expires_at: time,
    settled_at: null,
    consented_at: time,
    consent_version: '2026-11-23',
  }
  await showWithdrawals(page)
  const data = {
    events: [{ id: 'evt_1', ...event, ...ids, account_id: null, error: 'No account belongs to this customer.' }],
    next: 'more',
    checkouts: [{ session_id: 'cs_test_1', ...checkout, ...ids, problem: 'It was paid twice: give one of the two back.' }],
    reconciled: { seen_until: time, finished_at: time, missed: 2, failed: 1 },
  }
  await page.route('**/api/admin/payments', (route) => route.fulfill({ json: { success: true, data } }))
  const seats = { purchase_id: 'cs_test_2', offer: 'master_course', customer_id: 'cus_2', charge_id: 'ch_2', seats: 8, usable: 7, taken: 5 }
  await page.route('**/api/admin/seats', (route) => route.fulfill({ json: { success: true, data: [{ ...seats, paid_at: time }] } }))
}

/** Opens the webhooks with one that is paused, its log, the form of a new one without an event, and then its secret. */
async function openWebhooks(page: Page): Promise<void> {
  const [id, time] = ['0198b1a2-3c4d-4e5f-8a9b-0c1d2e3f4a5b', '2026-03-01T12:00:00.000Z']
  const state = { position: 6, waiting: 100, failed_attempts: 8, next_attempt_at: null, paused_at: time, paused_by: 'academy' }
  const webhook = { id, url: 'https://hooks.example.com/academy', events: ['purchase.paid'], created_at: time, rotated_at: time, ...state }
  const failure = 'There was no response within 15 seconds.'
  const attempt = { id, position: 7, event_id: 'evt_7', type: 'purchase.paid', at: time, milliseconds: 15_000, status: null, failure }
  await page.route(/\/api\/admin\/webhooks/, (route) => {
    if (route.request().method() === 'POST')
      return route.fulfill({ status: 201, json: { success: true, data: { webhook, secret: `whsec_${'Ab3d'.repeat(11)}` } } })
    const data = route.request().url().endsWith('/webhooks') ? [webhook] : { attempts: [attempt], next: 'more' }
    return route.fulfill({ json: { success: true, data } })
  })
  await at('/admin/webhooks', /Webhooks/)(page)
  await page.getByRole('button', { name: 'Log' }).click()
  await expect(page.getByText(failure)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New webhook' }).click()
  for (const event of await page.getByRole('checkbox').all()) await event.uncheck()
  await page.getByRole('textbox', { name: 'Address' }).fill(webhook.url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('Choose at least one event.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByRole('dialog', { name: 'The secret of the webhook' })).toBeVisible()
}

/** Opens the admin's page about the account of a buyer. */
async function openBuyerAccount(page: Page): Promise<void> {
  await page.goto(webUrl('/admin/accounts?search=bundle@academy.test'))
  await page.getByRole('link', { name: /Bela Sample/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bela Sample' })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** Screens about prices, purchases and refunds, for buyers and for the admin. */
export const sellingScreens: Screen[] = [
  { name: 'settings, pricing', as: 'learner@academy.test', open: openPricing },
  {
    name: 'settings, pricing, seats for a team, then a wrong number',
    as: 'learner@academy.test',
    open: async (page) => {
      await openPricing(page)
      await page.getByText('Buy for a team').click()
      await page.getByLabel('Number of seats').fill('5')
      await expectAccessible(page)
      await page.getByLabel('Number of seats').fill('1')
      await page.getByRole('button', { name: 'Buy seats' }).click()
      await expect(page.getByText('Enter a whole number from 2 to 50.')).toBeVisible()
    },
  },
  {
    name: 'settings, pricing, a gift, then one without an address',
    as: 'learner@academy.test',
    open: async (page) => {
      await openPricing(page)
      await page.getByText('Give as a gift').click()
      await expect(page.getByLabel("Recipient's email")).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Buy the gift' }).click()
      await expect(page.getByText("Enter the recipient's email address.")).toBeVisible()
    },
  },
  {
    name: 'settings, pricing, while a gift opens the Studio',
    as: 'learner@academy.test',
    open: async (page) => {
      const studio_free_until = '2099-03-03T12:00:00.000Z'
      await page.route(/\/api\/team$/, (route) =>
        route.fulfill({ json: { success: true, data: { purchases: [], held: [], studio_free_until } } }),
      )
      await page.route(/\/api\/accounts\/context$/, async (route) => {
        const response = await route.fetch()
        const json = await response.json()
        Object.assign(json.data.entitlements, { resources: true, my_prompts: true, slack_premium: true, slack_standard: true })
        await route.fulfill({ response, json })
      })
      await openPricing(page)
      await expect(page.getByText('Your gift opens the Studio until March 3, 2099')).toBeVisible()
    },
  },
  {
    name: 'settings, pricing of a buyer, after a failed renewal',
    as: 'bundle@academy.test',
    open: async (page) => {
      await failRenewal(page)
      await openPricing(page)
      await expect(page.getByText('Your last payment did not go through')).toBeVisible()
    },
  },
  {
    name: 'settings, before a refund',
    as: 'bundle@academy.test',
    open: async (page) => {
      await at('/settings', /Settings/)(page)
      await page.getByRole('button', { name: 'Request refund' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Get €249 back?' })).toBeVisible()
    },
  },
  {
    name: 'tutorial that ends the guarantee',
    as: 'bundle@academy.test',
    open: async (page) => {
      await at('/courses/master-course', /Master Course/)(page)
      await openSession(page, 'Build your own')
      await page
        .getByRole('main')
        .getByRole('link', { name: /^View Tutorial/ })
        .last()
        .click()
      await expect(page.getByRole('heading', { name: 'Ready to start the course?' })).toBeVisible()
    },
  },
  {
    name: 'congratulation on the bundle, refused',
    as: 'bundle@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/dashboard?checkout_success=bundle'))
      await page.getByRole('dialog').getByLabel('Job Title').clear()
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Job title is required.')).toBeVisible()
      await page.waitForLoadState('networkidle')
    },
  },
  { name: 'accounts, none found', as: ADMIN_EMAIL, open: at('/admin/accounts?search=zebra', /Accounts/) },
  {
    name: 'accounts, with payment problems and seats without an owner, whose owner is not named',
    as: ADMIN_EMAIL,
    open: async (page) => {
      await showPaymentProblems(page)
      await at('/admin/accounts', /Accounts/)(page)
      await expect(page.getByText('No account belongs to this customer.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Name the owner' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Name the owner' }).click()
      await expect(page.getByText('Enter an email address.')).toBeVisible()
    },
  },
  {
    name: 'account of a buyer, then a grant without a reason',
    as: ADMIN_EMAIL,
    open: async (page) => {
      await openBuyerAccount(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Grant a package' }).click()
      await page.getByRole('button', { name: 'Grant', exact: true }).click()
      await expect(page.getByText('Enter a reason for the audit log.')).toBeVisible()
    },
  },
  { name: 'webhooks, with a log, a form and a secret', as: ADMIN_EMAIL, open: openWebhooks },
  { name: 'withdrawal, refused, then to confirm', open: confirmStatement },
  { name: 'cancellation of the Studio', open: openCancellation },
  { name: 'cancellation, without a link', open: at('/withdraw/cancel', /no longer works/) },
  { name: 'account that does not exist', as: ADMIN_EMAIL, open: at('/admin/accounts/unknown', /Account not found/) },
]
