import { ADMIN_EMAIL } from '@academy/local'
import { loadSampleContent } from '@academy/sample-content'
import { goToTutorial, LAST_FREE_TUTORIAL, openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

/** Returns a part of the tutorial as plain text: without Markdown's fences and bold, and without the author's closing remark. */
function partOfWholeTutorial(heading: string): string {
  const tutorial = loadSampleContent()
    .course.sessions.flatMap(({ tutorials }) => tutorials)
    .find(({ name }) => name === WHOLE_TUTORIAL)
  const [, part = ''] = tutorial?.body.split(new RegExp(`^## (?:${heading})\n`, 'm')) ?? []
  const [text = ''] = part.split(/^## /m)
  return text
    .replace(/^\*[^*\n]+\*$/gm, '')
    .replace(/^```.*\n/gm, '')
    .replaceAll('**', '')
    .trim()
}

test('TUT-20 TUT-22 TUT-25 TUT-26 a free tutorial opens, its prompt is copied exactly, its tips open one at a time, and Next leads into the next session and back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  await page.getByRole('button', { name: 'Copy All' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(
    [
      partOfWholeTutorial('Prompt'),
      "Here's an example of code that does work below, and that you can take inspiration from (in javascript):",
      partOfWholeTutorial('Code sample'),
    ].join('\n\n'),
  )

  const tips = page.locator('details').filter({ has: page.locator('summary') })
  const [first, second] = [tips.nth(0), tips.nth(1)]
  const texts = (tip: typeof first) => tip.locator('> :not(summary)')
  await expect(page.getByRole('heading', { name: 'Pro Tips' })).toBeVisible()
  await first.locator('summary').click()
  await expect(texts(first)).toBeVisible()
  await second.locator('summary').click()
  await expect(texts(second)).toBeVisible()
  await expect(texts(first)).toBeHidden()
  await second.locator('summary').click()
  await expect(texts(second)).toBeHidden()

  await goToTutorial(page, LAST_FREE_TUTORIAL)
  const last = page.url()
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).not.toHaveURL(last)
  // the next one is locked; its offer is a dialog, which can be closed
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /previous/i }).click()
  await expect(page).toHaveURL(last)
})

test('ACCESS-03 ACCESS-04 D-47 a locked tutorial shows what unlocks it and none of its content; the administrator reads it', async ({
  page,
  browser,
}) => {
  await signIn(page)
  await openFreeTutorial(page, LAST_FREE_TUTORIAL)
  const refused = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/content') && response.status() === 403)
  await page.getByRole('link', { name: /next/i }).click()
  expect(Object.keys((await (await refused).json()) as object).sort()).toEqual(['code', 'error', 'message', 'request_id', 'success'])
  await expect(page.getByRole('main')).toContainText('Master Course')
  await expect(page.getByRole('button', { name: 'Copy All' })).toHaveCount(0)
  const locked = page.url()

  const admin = await browser.newPage()
  await signIn(admin, ADMIN_EMAIL)
  await expect(admin.getByText('ADMIN', { exact: true })).toBeVisible()
  await admin.goto(locked)
  await expect(admin.getByRole('button', { name: 'Copy All' })).toBeVisible()
  await admin.close()
})

test('TUT-01 ROUTE-13 the URL of a session alone selects the first tutorial without a step in the history', async ({ page }) => {
  await signIn(page)
  await openFreeTutorial(page)
  const tutorial = page.url()
  const session = tutorial.split('/tutorials/')[0] as string
  const old = webUrl(`/course/${session.split('/').at(-1)}`)
  await page.goto(webUrl('/settings'))
  await page.goto(old)
  await expect(page).toHaveURL(tutorial)
  await page.goBack()
  await expect(page).toHaveURL(webUrl('/settings'))
})

test('going back returns to the place on the page', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 500 })
  await signIn(page)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  await expect(page.getByRole('button', { name: 'Copy All' })).toBeVisible()
  await page.waitForTimeout(500)
  await page.evaluate(() => window.scrollTo(0, 700))
  await page.waitForTimeout(200)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY / 100))).toBe(7)
})

test.describe('an unknown path', () => {
  test.use({ expectedLogs: [/\/no\/such\/page/] })

  test('ROUTE-16 ROUTE-17 ROUTE-18 ROUTE-19 shows the 404 page with a way home, and logs the path', async ({ page }) => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('/no/such/page'))
    await page.goto(webUrl('/no/such/page'))
    await logged
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL(webUrl('/login'))
  })
})
