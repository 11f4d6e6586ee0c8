import type { Page } from '@playwright/test'
import { createAccount } from '../fixtures/accounts.ts'
import { linkMailedTo } from '../fixtures/mailbox.ts'
import { expect, signInByForm, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

/** Requests a password reset on the sign-in page. Returns the link of the mail. */
async function requestResetLink(page: Page, email: string): Promise<string> {
  await page.goto(webUrl('/login'))
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByRole('button', { name: /send/i }).click()
  // like the real provider, the stand-in sends the mail shortly before it stores the link
  await expect(page.getByText('Reset email sent')).toBeVisible()
  return await linkMailedTo(email, /password/i)
}

async function submitPasswords(page: Page, password: string, confirmation: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel(/confirm/i).fill(confirmation)
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
}

test('AUTH-03 AUTH-05 AUTH-22 AUTH-24 ERR-13 ERR-16 a user resets a forgotten password through the mail', async ({ page }) => {
  const email = await createAccount('forgetful')
  await page.goto(await requestResetLink(page, email))
  await expect(page.getByRole('main')).toContainText(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(webUrl('/reset-password'))
  await submitPasswords(page, 'short', 'short')
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await submitPasswords(page, 'a new long password', 'another long password')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await submitPasswords(page, 'a new long password', 'a new long password')
  await expect(page.getByText('Password updated!')).toBeVisible()
  await expect(page).toHaveURL(webUrl('/dashboard'))

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signInByForm(page, email, 'a new long password')
})

test('AUTH-23 ERR-15 the reset page without a session leads to sign-in', async ({ page }) => {
  await page.goto(webUrl('/reset-password'))
  await expect(page).toHaveURL(webUrl('/login'))
  await expect(page.getByText('Access denied')).toBeVisible()
  await expect(page.getByText('Please use the password reset link from your email.')).toBeVisible()
})

test('MAIL-06 a reset link works once', async ({ page }) => {
  const email = await createAccount('once')
  const link = await requestResetLink(page, email)
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
})
