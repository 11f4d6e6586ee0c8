import type { Page } from '@playwright/test'
import { openSession } from '../fixtures/course.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const COURSE = '/courses/master-course'
const prices = (page: Page) => page.getByRole('dialog', { name: 'Unlock Master Course' })
const timeline = (page: Page) => page.getByRole('region', { name: 'Sessions' })
const openCourse = async (page: Page, as?: string) => {
  await signIn(page, as)
  await page.getByRole('link', { name: 'Master Course', exact: true }).click()
  await expect(page).toHaveURL(webUrl(COURSE))
  await expect(timeline(page).getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Loading...' })).toHaveCount(0)
}

test('DASH-03 COURSE-08 the introduction plays in a dialog with captions, and Escape returns the focus', async ({ page }) => {
  await signIn(page)
  const button = page.getByRole('button', { name: 'Watch Introduction' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Introduction' })
  const video = dialog.locator('video')
  await expect(video).toBeVisible()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length ?? 0)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('TUT-33 COURSE-17 a tutorial’s own video starts on Watch Video, at 1.2x and 16:9', async ({ page }) => {
  await openCourse(page)
  await timeline(page)
    .getByRole('link', { name: /^View for FREE/ })
    .first()
    .click()
  // the page before also has a button of that name, for the introduction
  const watch = page.getByRole('region', { name: 'Video Tutorial' }).getByRole('button', { name: 'Watch Video' })
  await expect(watch).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await watch.click()
  const video = page.locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
  expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.2)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const { width: shown = 0, height = 1 } = (await video.boundingBox()) ?? {}
    expect(shown / height).toBeCloseTo(16 / 9, 1)
  }
})

test('DASH-08 D-25 COURSE-12 COURSE-13 a learner opens free tutorials; all others open the prices on the same page', async ({ page }) => {
  await signIn(page)
  await page.getByRole('main').getByRole('button', { name: 'Unlock Master Course' }).click()
  await expect(prices(page)).toBeVisible()
  await page.keyboard.press('Escape')
  const locked = page
    .getByRole('main')
    .getByRole('button', { name: /\(locked\)$/ })
    .first()
  await locked.click()
  await expect(prices(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(locked).toBeFocused()

  await page.goto(webUrl(COURSE))
  await expect(page.getByRole('region', { name: 'Try Before You Buy' })).toBeVisible()
  // The sample course fits on a page of this height, because only the current session is open.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const height = () => page.evaluate(() => document.fonts.ready.then(() => document.documentElement.scrollHeight))
  await expect.poll(height).toBeLessThanOrEqual(2_600)
  if (size) await page.setViewportSize(size)
  await openSession(page, 'Set up your workshop')
  await timeline(page)
    .getByRole('button', { name: /\(locked\)$/ })
    .first()
    .click()
  await expect(prices(page)).toBeVisible()
  await expect(page).toHaveURL(webUrl(COURSE))
})

test('PRICE-21 D-47 the URL of a locked tutorial opens the prices above its session; going back closes them', async ({ page }) => {
  await openCourse(page, 'owner@academy.test')
  const tutorial = await timeline(page)
    .getByRole('link', { name: /^View Tutorial/, includeHidden: true })
    .last()
    .getAttribute('href')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await openCourse(page)
  await page.evaluate((path) => window.history.pushState(null, '', path), tutorial)
  await page.reload()
  await expect(prices(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('This tutorial is part of the Master Course.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Previous/ })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Unlock Master Course' }).click()
  await expect(prices(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(webUrl(COURSE))
  await expect(prices(page)).toHaveCount(0)
})

test('COURSE-14 a VIP guest opens a VIP tutorial, and sees no offer there', async ({ page }) => {
  await openCourse(page, 'vip@academy.test')
  await openSession(page, 'Read what you got')
  await timeline(page)
    .getByRole('link', { name: /^VIP ACCESS/ })
    .first()
    .click()
  await expect(page.getByRole('article').getByText('VIP ACCESS')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy All' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const [who, hasHelp] of [
  ['owner@academy.test', true],
  ['bundle@academy.test', false],
  ['admin@academy.test', false],
] as const) {
  test(`DASH-09 D-27 D-31 D-33 ${who} has the whole course, and sees no offer for it`, async ({ page }) => {
    await signIn(page, who)
    await expect(page.getByRole('link', { name: 'Access Your Course' })).toBeVisible()
    await expect(page.getByText('Bundle Offer')).toHaveCount(0)
    await page.getByRole('link', { name: 'Access Your Course' }).click()
    await expect(
      timeline(page)
        .getByRole('link', { name: /^View Tutorial/ })
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: /^Unlock/ })).toHaveCount(0)
    await expect(page.getByText('Try Before You Buy')).toHaveCount(0)
    // the sidebar has a link of the same name
    await expect(page.getByRole('main').getByRole('button', { name: 'Premium Slack Support' })).toHaveCount(hasHelp ? 1 : 0)
  })
}

test('COURSE-13 COURSE-15 COURSE-16 COMM-03 the Studio opens the community but not the course', async ({ page }) => {
  await openCourse(page, 'studio@academy.test')
  await expect(timeline(page).getByRole('link', { name: /^View Tutorial/, includeHidden: true })).toHaveCount(0)
  await openSession(page, 'Set up your workshop')
  await expect(
    timeline(page)
      .getByRole('button', { name: /\(locked\)$/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Premium Slack Support' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask in Community' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Builder Community' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join Slack Community' })).toHaveAttribute('target', '_blank')
})
