import { createAccount } from '../fixtures/accounts.ts'
import { requestApi } from '../fixtures/call-api.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('TOKEN-12 TOKEN-13 a user creates a token, a script uses it, and the user revokes it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, await createAccount('scripting'), PASSWORD)
  await page.goto(webUrl('/settings'))
  await page.getByRole('link', { name: 'Manage access tokens' }).click()
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Script')
  await page.getByRole('checkbox', { name: /^content:read/ }).check()
  await page.getByRole('button', { name: 'Create token' }).click()
  const shown = page.getByRole('dialog', { name: '“Script” is ready' })
  await shown.getByRole('button', { name: 'Copy' }).click()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  await expect(shown).toContainText(token)
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Done' }).click()

  const call = async (path: string) => {
    const response = await requestApi(token, path)
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  expect(await call('/api/sessions')).toEqual([200, undefined])
  expect(await call('/api/tokens')).toEqual([403, 'session_required'])

  await page.getByRole('button', { name: 'Revoke Script' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('No access tokens yet')).toBeVisible()
  expect(await call('/api/sessions')).toEqual([401, 'token_revoked'])
})
