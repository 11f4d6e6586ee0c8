import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility/check-page.ts'
import { deliveredBy, recordedIn } from '../fixtures/deliveries.ts'
import { changePageSettings } from '../fixtures/page-settings.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const question = (page: Page) => page.getByRole('region', { name: 'Usage data' }).filter({ hasText: 'Can we record' })

/** Sets VITE_ANALYTICS_CONSENT to `required` in every page. Returns the requests for analytics that the page sends. */
async function requireConsent(page: Page): Promise<{ analyticsRequests: string[] }> {
  await changePageSettings(page, { VITE_ANALYTICS_CONSENT: 'required' })
  const analyticsRequests: string[] = []
  page.on('request', (request) => {
    if (/\/amplitude\/|load-tracker/.test(request.url())) analyticsRequests.push(request.url())
  })
  return { analyticsRequests }
}

const storedByAnalytics = async (page: Page) => {
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  return [...cookies, ...(await page.evaluate(() => Object.keys(localStorage)))].filter((name) => name.startsWith('AMP'))
}

test('D-141 R-16 with consent required, nothing is sent or stored before it; a refusal is remembered and can be changed in Settings', async ({
  page,
}) => {
  const { analyticsRequests } = await requireConsent(page)
  await signIn(page)
  await expect(question(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page).toHaveURL(webUrl('/settings'))
  await question(page).getByRole('button', { name: 'No', exact: true }).click()
  await expect(question(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Nothing is recorded in this browser.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([analyticsRequests, await storedByAnalytics(page)]).toEqual([[], []])

  await page.getByRole('button', { name: 'Allow recording' }).click()
  await expect.poll(async () => (await deliveredBy(page)).named('Page Viewed').at(-1)?.path).toBe('/settings')
  await expect.poll(async () => (await recordedIn(page)).events.length).toBeGreaterThan(1)

  await page.getByRole('button', { name: 'Stop recording' }).click()
  await page.waitForLoadState('networkidle')
  const views = async () => (await deliveredBy(page)).named('Page Viewed').length
  const before = await views()
  await page.goto(webUrl('/dashboard'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await views()).toBe(before)
  await expect(question(page)).toHaveCount(0)
})

test('D-141 R-16 after consent the current page is tracked, and nothing before it', async ({ page }) => {
  await requireConsent(page)
  await signIn(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  // until then, analytics would report the page before
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await question(page).getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(question(page)).toHaveCount(0)
  await expect
    .poll(async () => (await deliveredBy(page)).named('Page Viewed'))
    .toEqual([{ page_name: 'Settings', path: '/settings', referrer: 'direct' }])
})

/** Returns the texts of the focused controls that the question covers, after each of `presses` presses of Tab. */
async function coveredControls(page: Page, presses: number): Promise<string[]> {
  const covered: string[] = []
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => {
      const focused = document.activeElement
      const banner = document.querySelector('[aria-label="Usage data"]:not(:focus-within)')
      if (!focused || focused === document.body || !banner) return null
      const { left, right, top, bottom } = focused.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const edges = [
        [left + 1, y],
        [right - 1, y],
        [x, top + 1],
        [x, bottom - 1],
      ] as const
      return edges.some((point) => banner.contains(document.elementFromPoint(...point))) ? (focused.textContent ?? '') : null
    })
    if (text !== null) covered.push(text)
  }
  return covered
}

for (const [what, viewport] of [
  ['at 400% zoom', { width: 320, height: 256 }],
  ['on a small phone', { width: 320, height: 568 }],
] as const) {
  test(`A11Y-04 D-141 the question about usage data covers no focused control ${what}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await requireConsent(page)
    await page.goto(webUrl('/withdraw'))
    await expect(question(page)).toBeVisible()
    expect(await coveredControls(page, 20)).toEqual([])
  })
}

test('D-141 the end of a page can be scrolled out from under the question about usage data', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await requireConsent(page)
  await page.goto(webUrl('/withdraw'))
  await expect(question(page)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const footer = await page.getByRole('link', { name: 'Cancel contract here' }).boundingBox()
  const cover = await question(page).boundingBox()
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(cover?.y ?? 0)
})
