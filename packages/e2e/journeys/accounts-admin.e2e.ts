import { ADMIN_EMAIL } from '@academy/local'
import type { Page } from '@playwright/test'
import { createAccount } from '../fixtures/accounts.ts'
import { requestApi, tokenOf } from '../fixtures/call-api.ts'
import { COUNTS, openSession } from '../fixtures/course.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

/** Opens the page of an account as the administrator does: by searching for its address. */
async function find(page: Page, email: string, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(email)
  const found = page.getByRole('region', { name: 'All accounts' }).getByRole('link')
  await expect(found).toHaveCount(1)
  await found.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
const part = (page: Page, name: string) => page.getByRole('region', { name })
async function confirm(page: Page, button: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}

test('R-09 the administrator finds a buyer and sees entitlements, their reasons and payments', async ({ page }) => {
  await signIn(page, ADMIN_EMAIL)
  await page.getByRole('link', { name: 'Accounts', exact: true }).click()
  await expect(page).toHaveURL(webUrl('/admin/accounts'))
  await find(page, 'bundle@academy.test', 'Bela Sample')
  const course = part(page, 'Access')
    .getByRole('listitem')
    .filter({ hasText: /^Master Course/ })
  await expect(course.first()).toContainText('Open')
  await expect(course.first()).toContainText(/Launch bundle was bought on .* for €249\./)
  const payments = part(page, 'Payments')
  await expect(payments).toContainText('Launch bundle, €249')
  await expect(payments).toContainText('Free period')
  await expect(payments.getByRole('link', { name: /^pi_/ })).toHaveAttribute(
    'href',
    /^https:\/\/dashboard\.stripe\.com\/test\/payments\/pi_/,
  )
  await expect(part(page, 'Events from Stripe')).toContainText('checkout.session.completed')
  await page.getByRole('button', { name: 'Sync with Stripe' }).click()
  await expect(part(page, 'Audit log').getByRole('listitem').first()).toContainText(ADMIN_EMAIL)
})

test('PRICE-18 ACCESS-07 the administrator grants and revokes a package, hides the bundle, and the account’s screens follow', async ({
  page,
  browser,
}) => {
  const email = await createAccount('guest')
  const guest = await browser.newPage()
  await signIn(guest, email, PASSWORD)
  await signIn(page, ADMIN_EMAIL)
  await page.goto(webUrl('/admin/accounts'))
  await find(page, email, 'Sam Sample')

  await page.getByRole('button', { name: 'Grant a package' }).click()
  await page.getByRole('dialog').getByLabel('Package').selectOption({ label: 'VIP access' })
  await confirm(page, 'Grant', 'Spoke at the meetup')
  await expect(part(page, 'Granted packages')).toContainText('“Spoke at the meetup”')
  await guest.goto(webUrl('/courses/master-course'))
  await expect(guest.getByRole('link', { name: /^VIP ACCESS/, includeHidden: true })).toHaveCount(COUNTS.vip)

  await page.getByRole('button', { name: 'Revoke VIP access' }).click()
  await confirm(page, 'Revoke', 'It was for one day')
  await expect(part(page, 'Granted packages')).toContainText('Revoked')
  await guest.reload()
  await openSession(guest, 'Set up your workshop')
  await expect(
    guest
      .getByRole('region', { name: 'Sessions' })
      .getByRole('button', { name: /\(locked\)$/ })
      .first(),
  ).toBeVisible()
  await expect(guest.getByRole('link', { name: /^VIP ACCESS/, includeHidden: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Hide the bundle' }).click()
  await confirm(page, 'Hide the bundle', 'Asked for the course alone')
  await expect(part(page, 'Bundle offer')).toContainText('Hidden')
  await expect(part(page, 'Audit log').getByRole('listitem')).toHaveCount(3)
  await guest.goto(webUrl('/settings?tab=pricing'))
  await expect(guest.getByRole('button', { name: 'Get the Master Course' })).toBeVisible()
  await expect(guest.getByRole('region', { name: 'Launch bundle' })).toHaveCount(0)
  await guest.close()
})

test('R-07 the server refuses the administrator’s pages to other accounts', async ({ page }) => {
  await signIn(page, 'studio@academy.test')
  const token = await tokenOf(page)
  for (const path of ['accounts', 'accounts/0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b', 'payments'])
    expect((await requestApi(token, `/api/admin/${path}`)).status, path).toBe(403)
  await page.goto(webUrl('/admin/accounts'))
  await expect(page.getByText('Only the administrator can open this page.')).toBeVisible()
})
