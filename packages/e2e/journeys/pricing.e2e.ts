import type { Page } from '@playwright/test'
import { withoutPayments } from '../fixtures/stripe.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { apiUrl, webUrl } from '../fixtures/urls.ts'

// Chromium logs refused and failed requests
test.use({ expectedLogs: [/status of 503|net::ERR_FAILED/], extraHTTPHeaders: { 'x-country': 'DE' } })

const pricing = (page: Page) => page.getByRole('dialog', { name: 'Upgrade to Access Resources' })
const lockedItem = (page: Page) => page.getByRole('button', { name: 'Prompt Library (locked)' })
/** Clicks the library in the sidebar once the account has loaded; before that, a click does nothing (D-10). */
const askForLibrary = async (page: Page) => {
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await lockedItem(page).click()
}

test('SHELL-07 SHELL-08 PRICE-02 PRICE-19 ERR-35 a learner opens the library, compares prices, and sees when nothing can be bought', async ({
  page,
}) => {
  await signIn(page)
  await withoutPayments(page)
  await askForLibrary(page)
  await expect(pricing(page)).toBeVisible()
  await expect(page).toHaveURL(webUrl('/dashboard'))

  await expect(pricing(page).getByText('€249', { exact: true })).toBeVisible()
  await pricing(page).getByRole('radio', { name: 'USD' }).check()
  await expect(pricing(page).getByText('$289', { exact: true })).toBeVisible()
  await expect(pricing(page).getByRole('timer')).toHaveCount(0)

  await pricing(page).getByRole('button', { name: 'Get the Bundle' }).click()
  await expect(pricing(page).getByRole('alert')).toHaveText('Error: Unable to create checkout session')

  await page.keyboard.press('Escape')
  await expect(pricing(page)).toBeHidden()
  await expect(lockedItem(page)).toBeFocused()
  await lockedItem(page).click()
  await expect(pricing(page).getByText('$289', { exact: true })).toBeVisible()
})

test('ERR-37 a checkout whose request fails shows an error', async ({ page }) => {
  await signIn(page)
  await page.route(apiUrl('/api/payments/**'), (route) => route.abort())
  await page.route(webUrl('/api/payments/**'), (route) => route.abort())
  await askForLibrary(page)
  await pricing(page).getByRole('button', { name: 'Start Studio' }).click()
  await expect(pricing(page).getByRole('alert')).toHaveText('Error: Something went wrong during checkout')
})

test('LIB-22 LIB-23 D-52 the URL of a resource leads to the dashboard, behind one dialog', async ({ page }) => {
  await signIn(page)
  await page.goto(webUrl('/resources/any-resource'))
  await expect(pricing(page)).toBeVisible()
  await expect(page).toHaveURL(webUrl('/dashboard'))
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('PRICE-17 PRICE-18 an owner of the course is offered the Studio, and nothing that the account owns', async ({ page }) => {
  await signIn(page, 'owner@academy.test')
  await askForLibrary(page)
  await expect(pricing(page).getByText('Course Already Purchased')).toBeVisible()
  await expect(pricing(page).getByRole('heading', { level: 4 })).toHaveCount(2)
  await expect(pricing(page).getByRole('button', { name: 'Start Studio' })).toBeVisible()
})

test('SHELL-07 ACCESS-07 a subscriber opens the Studio', async ({ page }) => {
  await signIn(page, 'studio@academy.test')
  await page.getByRole('link', { name: 'Prompt Library' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Prompt Library' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('PRICE-13 PRICE-14 PRICE-15 D-94 prices are in the currency of the visitor’s country until the visitor chooses one', async ({
  page,
}) => {
  await signIn(page)
  const prices = (currency: string) => page.getByRole('radio', { name: currency, checked: true })
  for (const [country, currency, price] of [
    ['FR', 'EUR', '€249'],
    ['US', 'USD', '$289'],
  ] as const) {
    await page.setExtraHTTPHeaders({ 'x-country': country })
    await page.goto(webUrl('/settings?tab=pricing'))
    await expect(prices(currency)).toBeChecked()
    await expect(page.getByText(price, { exact: true })).toBeVisible()
  }
  await page.getByRole('radio', { name: 'EUR' }).check()
  await page.reload()
  await expect(prices('EUR')).toBeChecked()
  await expect(page.getByText('€249', { exact: true })).toBeVisible()
})
