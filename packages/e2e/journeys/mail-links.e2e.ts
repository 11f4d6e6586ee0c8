import type { Page } from '@playwright/test'
import { createAccessToken, createAccount } from '../fixtures/accounts.ts'
import { authClient } from '../fixtures/auth-client.ts'
import { requestApi } from '../fixtures/call-api.ts'
import { linkMailedTo } from '../fixtures/mailbox.ts'
import { expect, freshEmail, PASSWORD, SESSION_KEY, signIn, storeSession, test } from '../fixtures/test.ts'
import { secret, webUrl } from '../fixtures/urls.ts'

const provider = () => authClient(secret('ACADEMY_ANON_KEY')).auth

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const emailInSession = (page: Page): Promise<string | undefined> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null')?.user.email, SESSION_KEY)

/** Opens a link as a mail scanner does: with several requests and in a browser, without pressing a button. */
async function scan(link: string, page: Page): Promise<void> {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    for (const _ of [1, 2, 3]) await fetch(link, { method })
  }
  const scanner = await page.context().browser()?.newContext()
  const opened = await scanner?.newPage()
  await opened?.goto(link)
  await opened?.getByRole('button').last().waitFor()
  await scanner?.close()
}

test('MAIL-01 MAIL-03 a mail scanner that opens each link three times uses up none of them', async ({ page }) => {
  const email = freshEmail('scanned')
  await provider().signUp({ email, password: PASSWORD })
  const confirmation = await linkMailedTo(email, /confirm/i)
  await scan(confirmation, page)
  expect((await provider().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('email_not_confirmed')
  await page.goto(confirmation)
  await expect(main(page)).toContainText(email)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(heading(page)).toHaveText('Your email address is confirmed')

  await provider().resetPasswordForEmail(email, { redirectTo: webUrl('/reset-password') })
  const recovery = await linkMailedTo(email, /password/i)
  await scan(recovery, page)
  await page.goto('about:blank')
  await page.goto(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(webUrl('/reset-password'))
})

test('MAIL-02 MAIL-09 MAIL-10 an attacker who signed up before the owner of the address loses the account to the owner', async ({
  page,
}) => {
  const email = freshEmail('owner')
  const attacker = provider()
  await attacker.signUp({ email, password: 'the attackers password' })

  await page.goto(await linkMailedTo(email, /confirm/i))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(heading(page)).toHaveText('Your email address is confirmed')
  expect(await emailInSession(page)).toBeUndefined()
  const { data } = await attacker.signInWithPassword({ email, password: 'the attackers password' })
  expect(data.user?.email).toBe(email)
  const accessToken = await createAccessToken(data.session?.access_token ?? '')

  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Password', { exact: true }).fill('the owners password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /send/i }).click()
  await expect(page.getByText('Reset email sent')).toBeVisible()
  await page.goto(await linkMailedTo(email, /choose a new password/i))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('New password', { exact: true }).fill('the owners password')
  await page.getByLabel('Confirm new password', { exact: true }).fill('the owners password')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Password updated!')).toBeVisible()

  const context = await requestApi(accessToken, '/api/accounts/context')
  expect([context.status, await context.json()]).toEqual([401, expect.objectContaining({ code: 'token_revoked' })])
  await expect(createAccessToken(data.session?.access_token ?? ''), 'the session has ended').rejects.toThrow('fresh_sign_in_required')
  expect((await attacker.getUser()).error).not.toBeNull()
  expect((await attacker.refreshSession()).error).not.toBeNull()
  expect((await provider().signInWithPassword({ email, password: 'the attackers password' })).error?.code).toBe('invalid_credentials')
  expect((await provider().signInWithPassword({ email, password: 'the owners password' })).data.user?.email).toBe(email)
})

test('MAIL-04 a link with a session of another account replaces the session only after the user agrees', async ({ page }) => {
  const [mine, other] = [await createAccount('mine'), await createAccount('other')]
  await signIn(page, mine, PASSWORD)
  const { data } = await provider().signInWithPassword({ email: other, password: PASSWORD })
  const { access_token = '', refresh_token = '' } = data.session ?? {}
  const hash = new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer', type: 'recovery' })
  await page.goto('about:blank')
  await page.goto(webUrl(`/dashboard#${hash}`))
  await expect(main(page)).toContainText(`For the account ${other}.`)
  await expect(main(page)).toContainText(`This browser is signed in as ${mine}.`)
  await expect(page).toHaveURL(webUrl('/confirm'))
  expect(await emailInSession(page)).toBe(mine)

  // leaving the page keeps the session; continuing replaces it
  await page.goto(webUrl('/settings'))
  await expect(heading(page)).toHaveText('Settings')
  expect(await emailInSession(page)).toBe(mine)
  await page.goto('about:blank')
  await page.goto(webUrl(`/dashboard#${hash}`))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(webUrl('/reset-password'))
  expect(await emailInSession(page)).toBe(other)
})

test('MAIL-02 a link in the provider’s old format confirms the address and opens no session', async ({ page }) => {
  const email = freshEmail('older')
  await provider().signUp({ email, password: PASSWORD, options: { emailRedirectTo: webUrl('/dashboard') } })
  const token = new URLSearchParams(new URL(await linkMailedTo(email, /confirm/i)).hash.slice(1)).get('token_hash') ?? ''
  const query = new URLSearchParams({ token, type: 'signup', redirect_to: webUrl('/dashboard') })
  await page.goto(webUrl(`/auth/v1/verify?${query}`))
  await expect(heading(page)).toHaveText('Your email address is confirmed')
  expect(await emailInSession(page)).toBeUndefined()
  expect((await provider().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})

test('MAIL-07 a change of the email address needs a confirmation from both mailboxes, and Settings then show the new one', async ({
  page,
}) => {
  const email = await createAccount('moving')
  const newEmail = freshEmail('moved')
  const client = provider()
  await client.signInWithPassword({ email, password: PASSWORD })
  await client.updateUser({ email: newEmail })
  await storeSession(page, email, PASSWORD)
  await page.goto(await linkMailedTo(newEmail, /confirm/i))
  await expect(main(page)).toContainText(`from ${email} to ${newEmail}.`)
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(heading(page)).toHaveText('One more confirmation')
  await page.goto('about:blank')
  await page.goto(await linkMailedTo(email, /confirm/i))
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(heading(page)).toHaveText('Your email address is changed')
  expect((await client.getUser()).data.user?.email).toBe(newEmail)
  await page.goto(webUrl('/settings'))
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(newEmail)
})
