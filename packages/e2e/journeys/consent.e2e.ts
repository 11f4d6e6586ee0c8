import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility/check-page.ts'
import { webUrl } from '../fixtures/addresses.ts'
import { deliveredBy, recordedIn } from '../fixtures/deliveries.ts'
import { expect, signIn, test } from '../fixtures/test.ts'

const question = (page: Page) => page.getByRole('region', { name: 'Usage data' }).filter({ hasText: 'Can we record' })

/** The academy as one whose operator has people asked first: a setting that the web server writes into the page. */
async function askedFirst(page: Page): Promise<{ told: string[] }> {
  await page.route(
    (url) => url.origin === new URL(webUrl()).origin,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const answer = await route.fetch()
      const asBuilt = await answer.text()
      const settled = asBuilt.replace(
        /(id="academy-settings">)(\{.*?\})(<\/script>)/s,
        (_, before: string, settings: string, after: string) =>
          before + JSON.stringify({ ...JSON.parse(settings), VITE_ANALYTICS_CONSENT: 'required' }) + after,
      )
      if (answer.headers()['content-type']?.includes('text/html')) expect(settled).not.toBe(asBuilt)
      await route.fulfill({ response: answer, body: settled })
    },
  )
  const told: string[] = []
  page.on('request', (request) => {
    if (/\/amplitude\/|load-tracker/.test(request.url())) told.push(request.url())
  })
  return { told }
}

const kept = async (page: Page) => {
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  return [...cookies, ...(await page.evaluate(() => Object.keys(localStorage)))].filter((name) => name.startsWith('AMP'))
}

test('D-141 R-16 with consent required, nothing is sent or stored before it; a refusal is remembered and can be changed in Settings', async ({
  page,
}) => {
  const { told } = await askedFirst(page)
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
  expect([told, await kept(page)]).toEqual([[], []])

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
  await askedFirst(page)
  await signIn(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  // Until it is there, the page at hand is the one before it.
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await question(page).getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(question(page)).toHaveCount(0)
  await expect
    .poll(async () => (await deliveredBy(page)).named('Page Viewed'))
    .toEqual([{ page_name: 'Settings', path: '/settings', referrer: 'direct' }])
})
