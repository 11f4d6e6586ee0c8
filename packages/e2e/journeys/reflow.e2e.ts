import { ADMIN_EMAIL } from '@academy/local'
import { protectedPages } from '@academy/web/pages'
import { openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const pathsWithoutId = Object.values(protectedPages).flatMap(({ path }) => (path.includes(':') ? [] : [path]))

declare global {
  interface Window {
    /** The greatest width of the page in all frames so far, in pixels. */
    widest?: number
  }
}

// the viewport of a window of 1280 x 1024 pixels at 400% zoom
test.use({ viewport: { width: 320, height: 256 } })

test('A11Y-04 at 320 pixels, no page scrolls sideways', async ({ page }) => {
  test.slow()
  await signIn(page, ADMIN_EMAIL)
  for (const path of [...pathsWithoutId, '/courses/master-course', '/settings?tab=pricing']) {
    await page.goto(webUrl(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect([path, overflow]).toEqual([path, 0])
  }
})

test('A11Y-04 A11Y-05 at 320 pixels, the mentorship calendar fits, with days of at least 24 pixels', async ({ page }) => {
  await signIn(page, 'owner@academy.test')
  await page.goto(webUrl('/mentorship'))
  await page.getByRole('button', { name: /^\w+, \w+ \d+, \d{4}$/ }).click()
  const calendar = page.getByRole('dialog', { name: 'Choose a day' })
  await expect(calendar).toBeVisible()
  const { x = -1, width = 999 } = (await calendar.boundingBox()) ?? {}
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(320)
  expect(await calendar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  for (const day of await calendar.getByRole('gridcell').getByRole('button').all()) {
    const box = await day.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  }
})

test('A11Y-04 at 400% zoom neither the top bar nor a prompt’s header covers the text', async ({ page }) => {
  await signIn(page)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  await page.getByRole('heading', { name: 'Pro Tips' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Open menu' })).not.toBeInViewport()
  const prompt = page.getByRole('region', { name: 'Prompt Content' })
  await prompt.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY + 400))
  await expect(page.getByRole('button', { name: 'Open menu' })).not.toBeInViewport()
  await expect(prompt.getByRole('button', { name: 'Copy All' })).not.toBeInViewport()
})

test('A11Y-04 A11Y-11 at 400% zoom the guarantee does not cover the offers of the pricing dialog, and its close button stays in view', async ({
  page,
}) => {
  await signIn(page)
  await page.getByRole('button', { name: 'View Bundle Offer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bundle Offer' })
  await expect(dialog.getByRole('button', { name: 'Get the Bundle' })).toBeAttached()
  await expect(dialog.getByText('money-back guarantee')).not.toBeInViewport()
  await dialog.getByText('money-back guarantee').scrollIntoViewIfNeeded()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
})

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the name in the sidebar has one line', async ({ page }) => {
    await signIn(page)
    const { height } = (await page.getByRole('link', { name: 'Vibe Coding Academy, home' }).boundingBox()) ?? { height: 999 }
    expect(height).toBeLessThan(40)
  })

  test('A11Y-14 A11Y-15 the menu has room for wide spacing and fits a low window, and its texts are stronger for more contrast', async ({
    page,
  }) => {
    await signIn(page)
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    const item = page.getByRole('button', { name: 'Premium Slack Support (locked)' })
    const colorOfSettings = () => sidebar.getByRole('link', { name: 'Settings' }).evaluate((link) => getComputedStyle(link).color)
    const quiet = await colorOfSettings()
    await page.emulateMedia({ contrast: 'more' })
    await expect.poll(colorOfSettings).not.toBe(quiet)

    await page.evaluate(() => Object.assign(document.documentElement.style, { letterSpacing: '0.12em', wordSpacing: '0.16em' }))
    expect(await item.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0)

    await page.setViewportSize({ width: 844, height: 375 })
    await expect(sidebar).toHaveAttribute('data-state', 'collapsed')
    for (const name of ['Dashboard', 'Settings']) await expect(sidebar.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
  })
})

test.describe('on a phone at 150% zoom', () => {
  test.use({ viewport: { width: 260, height: 560 } })

  test('A11Y-04 the name in the header and the pages of the board wrap, and nothing scrolls sideways', async ({ page }) => {
    await signIn(page)
    for (const path of ['/dashboard', '/coder-boards']) {
      await page.goto(webUrl(path))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 260])
    }
  })

  test('A11Y-04 nothing scrolls sideways while pages load', async ({ page }) => {
    await signIn(page, ADMIN_EMAIL)
    await page.addInitScript(() => {
      const frame = () => {
        window.widest = Math.max(window.widest ?? 0, document.documentElement.scrollWidth)
        requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    })
    // Late enough that each page shows what it shows while it loads.
    await page.route('**/api/**', async (route) => {
      await new Promise((later) => setTimeout(later, 300))
      await route.continue()
    })
    for (const path of [...pathsWithoutId, '/courses/master-course']) {
      await page.goto(webUrl(path))
      await page.waitForLoadState('networkidle')
      expect([path, await page.evaluate(() => window.widest)]).toEqual([path, 260])
    }
  })
})
