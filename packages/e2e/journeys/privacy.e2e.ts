import { readFile } from 'node:fs/promises'
import { createAccount } from '../fixtures/accounts.ts'
import { requestApi, tokenOf } from '../fixtures/call-api.ts'
import { expect, PASSWORD, signIn, submitSignIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('a user downloads all data about the account', async ({ page }) => {
  const email = await createAccount('curious')
  await signIn(page, email, PASSWORD)
  await page.goto(webUrl('/settings'))
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const exported = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(exported.sign_in.email).toBe(email)
  expect(exported.records.accounts).toEqual([expect.objectContaining({ email, first_name: 'Sam', last_name: 'Sample' })])
})

test('a user deletes the account: the session ends, the next sign-in fails, and the old token is refused', async ({ page }) => {
  const email = await createAccount('leaving')
  await signIn(page, email, PASSWORD)
  const token = await tokenOf(page)
  expect((await requestApi(token, '/api/accounts/context')).status).toBe(200)
  await page.goto(webUrl('/settings'))

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await confirm.click()
  await expect(dialog.getByText("That's not your password.")).toBeVisible()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await confirm.click()

  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeHidden()
  expect((await requestApi(token, '/api/accounts/context')).status).toBe(401)
  await page.goto(webUrl('/login'))
  await submitSignIn(page, email, PASSWORD)
  await expect(page.getByText('Login failed')).toBeVisible()
})
