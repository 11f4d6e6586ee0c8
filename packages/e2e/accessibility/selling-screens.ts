import { ADMIN_EMAIL } from '@academy/local'
import type { Page } from '@playwright/test'
import { webUrl } from '../fixtures/addresses.ts'
import { expect } from '../fixtures/test.ts'
import { at, type Screen } from './screen.ts'

const plans = at('/settings?tab=pricing', /Settings/)

/** Has a renewal failed, as far as the page can tell. */
async function failRenewal(page: Page): Promise<void> {
  await page.route('**/api/accounts/context', async (route) => {
    const answer = await route.fetch()
    const { subscriptions: _, ...context } = await answer.json()
    const subscriptions = [{ price_id: 'price_1', plan_name: 'studio', status: 'past_due' }]
    await route.fulfill({ response: answer, json: { ...context, subscriptions } })
  })
}

/** Something that went wrong with payments, which a healthy academy does not have. */
async function showTroubles(page: Page): Promise<void> {
  const moment = '2026-11-01T08:00:00Z'
  const who = { account_id: '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b', customer_id: 'cus_1' }
  const event = { type: 'invoice.paid', created: moment, source: 'webhook', received_at: moment, applied_at: null, attempts: 3 }
  const checkout = { offer: 'bundle', currency: 'usd', status: 'failed', created_at: moment, expires_at: moment, settled_at: null }
  const data = {
    events: [{ id: 'evt_1', ...event, ...who, account_id: null, error: 'No account belongs to this customer.' }],
    next: 'more',
    checkouts: [{ session_id: 'cs_test_1', ...checkout, ...who, problem: 'It was paid twice: give one of the two back.' }],
    reconciled: { seen_until: moment, finished_at: moment, missed: 2, failed: 1 },
  }
  await page.route('**/api/admin/payments', (route) => route.fulfill({ json: { success: true, data } }))
}

async function openBuyer(page: Page): Promise<void> {
  await page.goto(webUrl('/admin/accounts?search=bundle@academy.test'))
  await page.getByRole('link', { name: /Bela Sample/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bela Sample' })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** What is sold, what follows from buying it, and the administrator's view of both. */
export const sellingScreens: Screen[] = [
  { name: 'settings, pricing', as: 'learner@academy.test', open: plans },
  {
    name: 'settings, pricing of a buyer, after a failed renewal',
    as: 'bundle@academy.test',
    open: async (page) => {
      await failRenewal(page)
      await plans(page)
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
    as: 'learner@academy.test',
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
    name: 'accounts, with payments to look at',
    as: ADMIN_EMAIL,
    open: async (page) => {
      await showTroubles(page)
      await at('/admin/accounts', /Accounts/)(page)
      await expect(page.getByText('No account belongs to this customer.')).toBeVisible()
    },
  },
  { name: 'account of a buyer', as: ADMIN_EMAIL, open: openBuyer },
  {
    name: 'account, a grant without a reason',
    as: ADMIN_EMAIL,
    open: async (page) => {
      await openBuyer(page)
      await page.getByRole('button', { name: 'Grant a package' }).click()
      await page.getByRole('button', { name: 'Grant', exact: true }).click()
      await expect(page.getByText('Enter a reason for the audit log.')).toBeVisible()
    },
  },
  { name: 'account that does not exist', as: ADMIN_EMAIL, open: at('/admin/accounts/unknown', /Account not found/) },
]
