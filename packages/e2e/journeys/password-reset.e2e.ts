import { createAccount } from '../fixtures/accounts.ts'
import { webUrl } from '../fixtures/addresses.ts'
import { linkMailedTo } from '../fixtures/mailbox.ts'
import { expect, signInByForm, test } from '../fixtures/test.ts'

test('AUTH-03 AUTH-05 AUTH-22 AUTH-24 ERR-13 ERR-16 a forgotten password is reset through the mail', async ({ page }) => {
  const email = await createAccount('forgetful')

  await page.goto(webUrl('/login'))
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByRole('button', { name: /send/i }).click()
  await expect(page.getByText('Reset email sent')).toBeVisible()

  await page.goto(await linkMailedTo(email, /password/i))
  await expect(page.getByRole('main')).toContainText(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(webUrl('/reset-password'))
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel(/confirm/i).fill('short')
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()

  await page.getByLabel('New password', { exact: true }).fill('a new long password')
  await page.getByLabel(/confirm/i).fill('another long password')
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()

  await page.getByLabel(/confirm/i).fill('a new long password')
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await expect(page.getByText('Password updated!')).toBeVisible()
  await expect(page).toHaveURL(webUrl('/dashboard'))

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signInByForm(page, email, 'a new long password')
})

test('AUTH-23 ERR-15 the reset page without a session sends to sign-in', async ({ page }) => {
  await page.goto(webUrl('/reset-password'))
  await expect(page).toHaveURL(webUrl('/login'))
  await expect(page.getByText('Access denied')).toBeVisible()
  await expect(page.getByText('Please use the password reset link from your email.')).toBeVisible()
})

test('MAIL-06 a reset link works once', async ({ page }) => {
  const email = await createAccount('once')
  await page.goto(webUrl('/login'))
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByRole('button', { name: /send/i }).click()
  // The mail is out a moment before the provider keeps its link, as with the real one.
  await expect(page.getByText('Reset email sent')).toBeVisible()
  const link = await linkMailedTo(email, /password/i)
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
})
