import type { Page } from '@playwright/test'
import { createAccount } from '../fixtures/accounts.ts'
import { mailedTo } from '../fixtures/mailbox.ts'
import { expect, PASSWORD, signIn, signInByForm, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const NEW_PASSWORD = 'a new long password'

async function fill(page: Page, current: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Change your password' })
  await dialog.getByLabel('Current password', { exact: true }).fill(current)
  await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await dialog.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: 'Update password' }).click()
}

test.describe('a wrong current password', () => {
  test.use({ expectedLogs: [/status of 400/] })

  test('SIGNIN-01 SIGNIN-02 SIGNIN-07 a signed-in user changes the password with the current one, and gets a mail', async ({ page }) => {
    const email = await createAccount('changing')
    await signIn(page, email, PASSWORD)
    await page.goto(webUrl('/settings'))
    await page.getByRole('button', { name: 'Change password' }).click()
    await fill(page, 'a guess')
    await expect(page.getByText("That's not your current password.")).toBeVisible()
    await fill(page, PASSWORD)
    await expect(page.getByText('Password updated!')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(webUrl('/settings'))
    expect((await mailedTo(email, /password was changed/i)).html).toContain(email)

    await page.evaluate(() => localStorage.clear())
    await signInByForm(page, email, NEW_PASSWORD)
  })
})

test('SIGNIN-01 /reset-password asks a signed-in user for the current password', async ({ page }) => {
  await signIn(page, await createAccount('signed-in'), PASSWORD)
  await page.goto(webUrl('/reset-password'))
  await expect(page.getByLabel('Current password', { exact: true })).toBeVisible()
})
