import type { Page } from '@playwright/test'
import { accountOf } from '../fixtures/account-of.ts'
import { createAccount } from '../fixtures/accounts.ts'
import { openSession } from '../fixtures/course.ts'
import { type CARDS, payWith } from '../fixtures/stripe.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

// a visitor from Germany sees prices in euro
test.use({ extraHTTPHeaders: { 'x-country': 'DE' } })

/** Creates an account, signs in and buys an offer. */
async function buyer(
  page: Page,
  button: 'Get the Bundle' | 'Get the Master Course',
  card: keyof typeof CARDS = 'succeeds',
): Promise<string> {
  const email = await createAccount('guarantee')
  await signIn(page, email, PASSWORD)
  await page.goto(webUrl('/settings?tab=pricing'))
  await page.getByRole('radio', { name: 'EUR' }).check()
  await page.getByRole('button', { name: button }).click()
  await payWith(page, card)
  await expect(page.getByText('Payment Successful! 🎉')).toBeVisible()
  return email
}
const guarantee = (page: Page) => page.getByRole('region', { name: 'Money-back guarantee' })
const timeline = (page: Page) => page.getByRole('main').getByRole('link', { name: /^View Tutorial/ })

test('LEARN-52 LEARN-53 LEARN-57 LEARN-59 a buyer who has not started requests a refund in two tabs, gets one, and the course closes', async ({
  page,
}) => {
  await buyer(page, 'Get the Master Course', 'usesGuarantee')
  await page.goto(webUrl('/settings'))
  await expect(guarantee(page)).toContainText(/You can still get your money back until \w+ \d+/)
  const other = await page.context().newPage()
  await other.goto(webUrl('/settings'))
  await guarantee(other).getByRole('button', { name: 'Request refund' }).click()
  await guarantee(page).getByRole('button', { name: 'Request refund' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Get €259 back?' })
  await dialog.getByRole('button', { name: 'Refund me' }).click()
  await expect(guarantee(page)).toContainText('We refunded you in full.')
  await expect(guarantee(page).getByRole('heading')).toBeFocused()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Refund me' }).click()
  await expect(guarantee(other)).toContainText('We refunded you in full.')

  expect(await accountOf(page)).toMatchObject({ guarantee: null, entitlements: { master_course: false } })
  await page.goto(webUrl('/courses/master-course'))
  await expect(page.getByRole('button', { name: /^Unlock/ }).first()).toBeVisible()
  await expect(timeline(page)).toHaveCount(0)
  await page.goto(webUrl('/settings?tab=pricing'))
  await expect(page.getByRole('region', { name: 'Launch bundle' })).toContainText('No money-back guarantee.')
})

test('LEARN-50 LEARN-56 hovering starts nothing; the buyer confirms the start of the course, and the guarantee ends', async ({ page }) => {
  await buyer(page, 'Get the Bundle')
  await page.goto(webUrl('/courses/master-course'))
  const served = page.waitForResponse((response) => response.url().includes('/content') && response.status() === 409)
  await openSession(page, 'Build your own')
  const first = timeline(page).last()
  await first.scrollIntoViewIfNeeded()
  await first.hover()
  await served
  expect(await accountOf(page)).toMatchObject({ guarantee: { state: 'open' } })
  await first.click()
  await expect(page.getByRole('heading', { name: 'Ready to start the course?' })).toBeVisible()
  await page.getByRole('button', { name: 'Start the course' }).click()
  await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible()
  expect(await accountOf(page)).toMatchObject({ guarantee: null })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible()
  await page.goto(webUrl('/settings'))
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
  await expect(guarantee(page)).toHaveCount(0)
})

test('EDITION-16 a download asks first, and leads the focus back to its button', async ({ page }) => {
  await buyer(page, 'Get the Master Course')
  await page.goto(webUrl('/courses/master-course/sessions/ship-it'))
  const download = page.getByRole('button', { name: /^Download the project/ })
  await download.press('Enter')
  await page.getByRole('button', { name: 'Not now' }).press('Enter')
  await expect(download).toBeFocused()
  await download.press('Enter')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Start and download' }).press('Enter')
  await downloading
  await expect(download).toBeFocused()
  expect(await accountOf(page)).toMatchObject({ guarantee: null })
})
