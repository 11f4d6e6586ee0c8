import type { Page } from '@playwright/test'
import { createAccount } from '../fixtures/accounts.ts'
import { deliveredBy } from '../fixtures/deliveries.ts'
import { expect, PASSWORD, submitSignIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'
import { watchPage } from '../fixtures/watch-page.ts'

test('PRIVATE-02 ANALYTICS-01 ANALYTICS-03 ANALYTICS-04 ANALYTICS-05 ANALYTICS-14 ANALYTICS-15 ANALYTICS-16 ANALYTICS-17 ANALYTICS-23 ANALYTICS-24 pages, sign-in, the introduction and the account are reported once, to the configured address only', async ({
  page,
}) => {
  const { violations, foreign } = await watchPage(page)
  const email = await createAccount('analytics')
  await page.goto(webUrl('/'))
  await expect(page).toHaveURL(webUrl('/login'))
  await submitSignIn(page, email, PASSWORD)
  await expect(page).toHaveURL(webUrl('/dashboard'))
  await page.getByRole('button', { name: 'Watch Introduction' }).click()
  await expect(page.getByRole('dialog').locator('video, iframe').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: new RegExp(email) }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Pricing & Plans' }).click()
  await expect(page).toHaveURL(webUrl('/settings?tab=pricing'))

  await expect.poll(async () => (await deliveredBy(page)).named('Page Viewed').at(-1)?.path).toBe('/settings')
  const delivered = await deliveredBy(page)
  expect(delivered.named('Page Viewed')).toEqual([
    { page_name: 'Home', path: '/', referrer: 'direct' },
    { page_name: 'Dashboard', path: '/dashboard', referrer: '/' },
    { page_name: 'Login', path: '/login', referrer: '/dashboard' },
    { page_name: 'Dashboard', path: '/dashboard', referrer: '/login' },
    { page_name: 'Settings', path: '/settings', referrer: '/dashboard' },
  ])
  expect(delivered.named('Sign In Button Clicked')).toEqual([
    {
      page: 'Login',
      email_domain: 'example.test',
      user_agent: await page.evaluate(() => navigator.userAgent),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      has_redirect: true,
      from_signup: false,
      redirect_path: '/dashboard',
    },
  ])
  expect(delivered.named('Watched Intro Video')).toEqual([{ course_id: 'master-course' }])
  const [home, firstDashboard, login, , settings] = delivered.accountsOf('Page Viewed')
  expect([home, firstDashboard, login]).toEqual([undefined, undefined, undefined])
  expect(delivered.accountsOf('Sign In Button Clicked')).toEqual([undefined])
  expect(settings).toMatch(/^[0-9a-f-]{36}$/)
  expect(delivered.userProperties).toMatchObject({
    email,
    first_name: 'Sam',
    user_segment: 'free_user',
    master_course: false,
    entitlement_count: 0,
  })
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('load-tracker')).length),
  ).toBe(1)
  expect([violations, foreign]).toEqual([[], []])

  await page.getByRole('button', { name: new RegExp(email) }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect.poll(async () => (await deliveredBy(page)).userProperties).toEqual({})
  expect((await deliveredBy(page)).accountsOf('$identify').at(-1)).toBeUndefined()
})

test.describe('without analytics', () => {
  test.use({ expectedLogs: [/Failed to load resource/] })

  test('ANALYTICS-02 blocked libraries break nothing', async ({ page }) => {
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route('**/assets/load-tracker*', (route) => route.abort('blockedbyclient'))
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('load-tracker'))
    await page.goto(webUrl('/login'))
    await failed
    await signInHere(page)
    expect(loads).toBe(1)
  })

  test('ANALYTICS-02 unreachable servers break nothing', async ({ page }) => {
    await page.route('**/amplitude/**', (route) => route.abort('connectionrefused'))
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/amplitude/'))
    await page.goto(webUrl('/login'))
    await failed
    await signInHere(page)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

async function signInHere(page: Page) {
  await submitSignIn(page)
  await expect(page).toHaveURL(webUrl('/dashboard'))
}
