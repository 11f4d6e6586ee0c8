import type { Page } from '@playwright/test'
import { createAccount, signInAt } from '../fixtures/accounts.ts'
import { expect, PASSWORD, SESSION_KEY, signIn, storeSession, submitSignIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

/** Changes the session that `storeSession` has stored. No page of the app may be open yet: its auth client could refresh the session first. */
const changeStoredSession = (page: Page, change: { access_token?: string; refresh_token?: string; expires_at?: number }) =>
  page.evaluate(
    ([key, changed]) => localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), ...changed })),
    [SESSION_KEY, change] as const,
  )

test('ROUTE-06 ROUTE-07 AUTH-07 after sign-in the user lands on the requested page', async ({ page }) => {
  await page.goto(webUrl('/settings?from=mail#profile'))
  await expect(page).toHaveURL(webUrl('/login'))
  await submitSignIn(page)
  await expect(page).toHaveURL(webUrl('/settings?from=mail#profile'))
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('AUTH-29 an expired session token is refreshed silently', async ({ page }) => {
  await storeSession(page, await createAccount('returning'), PASSWORD)
  await changeStoredSession(page, { expires_at: Math.floor(Date.now() / 1000) - 60 })
  const refreshed = page.waitForResponse((response) => response.url().includes('grant_type=refresh_token') && response.ok())
  await page.goto(webUrl('/settings'))
  await refreshed
  await expect(page.getByLabel('First name')).toHaveValue('Sam')
})

test('API-04 a token that the API refuses is refreshed once, and the request is repeated', async ({ page }) => {
  await storeSession(page, await createAccount('refused'), PASSWORD)
  await changeStoredSession(page, { access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJub2JvZHkifQ.c2lnbmF0dXJl' })
  await page.goto(webUrl('/settings'))
  await expect(page.getByLabel('First name')).toHaveValue('Sam')
})

test('ROUTE-06 a session that cannot be refreshed leads to sign-in and back', async ({ page }) => {
  const email = await createAccount('expelled')
  await storeSession(page, email, PASSWORD)
  await changeStoredSession(page, { refresh_token: 'made-up-token', expires_at: Math.floor(Date.now() / 1000) - 60 })
  await page.goto(webUrl('/settings'))
  await expect(page).toHaveURL(webUrl('/login'))
  await submitSignIn(page, email, PASSWORD)
  await expect(page).toHaveURL(webUrl('/settings'))
})

test('SHELL-05 signing out ends the session in all tabs and removes the account’s data', async ({ page }) => {
  const email = await createAccount('leaving')
  await signIn(page, email, PASSWORD)
  await page.getByRole('button', { name: new RegExp(email) }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(webUrl('/login'))
  await page.goto(webUrl('/dashboard'))
  await expect(page).toHaveURL(webUrl('/login'))
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(email)
})

test('D-12 a hidden certificate disappears when another user signs in in another tab', async ({ page }) => {
  await storeSession(page, await createAccount('holder'), PASSWORD)
  const certificate = {
    ...{ id: 'hidden-certificate', course_id: 'master-course', name: 'Sam Sample', course: 'The Master Course' },
    ...{
      completed_on: '2026-11-22',
      hours: null,
      issuer: 'Verified by the academy',
      sessions_checked: null,
      hidden: true,
      state: 'valid',
      revoke_reason: null,
    },
  }
  await page.route('**/api/certificates', (route) => route.fulfill({ json: [certificate] }))
  await page.goto(webUrl(`/certificates/${certificate.id}`))
  await expect(page.getByText('Sam Sample')).toBeVisible()
  await page.unroute('**/api/certificates')

  const { access_token, refresh_token } = await signInAt(await createAccount('next'), PASSWORD)
  const link = new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer', type: 'magiclink' })
  const otherTab = await page.context().newPage()
  await otherTab.goto(webUrl(`/dashboard#${link}`))
  await otherTab.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Sam Sample')).toHaveCount(0)
})
