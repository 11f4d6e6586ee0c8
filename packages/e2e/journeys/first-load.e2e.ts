import { DEMO_PASSWORD } from '@academy/local'
import { protectedPages, redirects } from '@academy/web/pages'
import type { Request } from '@playwright/test'
import { expectAccessible } from '../accessibility/check-page.ts'
import { signInAt } from '../fixtures/accounts.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { apiUrl, webUrl } from '../fixtures/urls.ts'

const ids: Record<string, string> = {
  courseId: 'master-course',
  sessionId: 'start-from-the-problem',
  tutorialId: 'what-you-can-build',
  resourceId: 'turn-a-question-into-sql',
}
const withIds = ({ path }: { path: string }) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'none')
const paths = [...Object.values(protectedPages), ...Object.values(redirects)].map(withIds)

test('LEARN-60 the first requests are sent before the app’s code has arrived; none is sent twice or goes unused', async ({ page }) => {
  test.slow()
  await signIn(page, 'owner@academy.test')
  for (const path of paths) {
    const sent: string[] = []
    // opening a tutorial records it, and then loads the progress again
    let hasWritten = false
    const note = (request: Request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/api/')) return
      hasWritten ||= request.method() !== 'GET'
      if (!hasWritten) sent.push(pathname)
    }
    // the page before would load its pictures until the next one arrives
    await page.goto('about:blank')
    page.on('request', note)
    await page.goto(webUrl(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    page.off('request', note)
    const notTaken = await page.evaluate(() => {
      const { firstResponses } = window as { firstResponses?: { byUrl: Map<string, unknown> } }
      return [...(firstResponses?.byUrl.keys() ?? [])]
    })
    // the profile loads the account again when it opens (SET-05), unless the first request is still pending
    const again = path === '/settings' ? sent.lastIndexOf('/api/accounts/context') : -1
    const twice = sent.filter((request, index) => index !== again && sent.indexOf(request) !== index)
    expect({ path, first: sent[0], notTaken, twice }).toEqual({ path, first: '/api/accounts/context', notTaken: [], twice: [] })
  }
})

test('performance: a lesson has at most 3.5 kB compressed, and the outline of the course 3 kB', async ({ request }) => {
  const { access_token } = await signInAt('owner@academy.test', DEMO_PASSWORD)
  const headers = { authorization: `Bearer ${access_token}`, 'accept-encoding': 'br' }
  for (const [path, bytes] of [
    [`/api/tutorials/${ids.tutorialId}/content`, 3_500],
    ['/api/sessions', 3_000],
  ] as const) {
    const found = (await request.get(apiUrl(path), { headers })).headers()
    expect([path, found['content-encoding']]).toEqual([path, 'br'])
    expect(Number(found['content-length']), path).toBeLessThanOrEqual(bytes)
  }
})

test('LEARN-60 the requests of the dashboard are sent while its code is still loading', async ({ page }) => {
  await signIn(page, 'owner@academy.test')
  const requests = ['accounts/context', 'courses/master-course', 'sessions', 'courses/master-course/progress']
  const sent = Promise.all(requests.map((path) => page.waitForRequest(webUrl(`/api/${path}`))))
  await page.route('**/assets/*.js', async (route) => {
    await sent
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('progressbar', { name: 'Progress in the course' })).toBeVisible()
})

test('LEARN-63 the page reloads once when the script of the app is missing, then says so and offers another try', async ({ page }) => {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  let missing = 1
  await page.route('**/assets/index-*.js', (route) => (missing-- > 0 ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto(webUrl('/login'))
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(loads).toBe(2)

  missing = 1
  await page.reload()
  await expect(page.getByRole('alert')).toContainText("We couldn't load this page")
  await expect(page.getByRole('status')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(loads).toBe(4)
})
