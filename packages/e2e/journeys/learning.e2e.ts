import type { Page } from '@playwright/test'
import { createAccount } from '../fixtures/accounts.ts'
import { openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'

const markAsDone = (page: Page) => page.getByRole('button', { name: 'Mark as done' })
const video = (page: Page) => page.locator('video')
const stateOf = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => ({
    half: element.duration / 2,
    at: element.currentTime,
    speed: element.playbackRate,
    captions: element.textTracks[0]?.mode,
  }))

test('LEARN-05 LEARN-11 LEARN-12 a video resumes at its second, with its speed and captions; at its end the tutorial can be marked as done', async ({
  page,
}) => {
  await signIn(page, await createAccount('viewer'), PASSWORD)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  await page.getByRole('button', { name: 'Watch Video' }).click()
  await expect.poll(async () => (await stateOf(page)).half).toBeGreaterThan(5)
  const { half } = await stateOf(page)
  const saved = page.waitForResponse((response) => response.url().endsWith('/video-position') && response.ok())
  await video(page).evaluate((element: HTMLVideoElement, seconds) => {
    element.pause()
    element.currentTime = seconds
    element.playbackRate = 1.5
    for (const track of element.textTracks) track.mode = 'showing'
    element.dispatchEvent(new Event('pause'))
  }, half)
  await saved

  await page.reload()
  await page.getByRole('button', { name: 'Watch Video' }).click()
  await expect.poll(async () => (await stateOf(page)).at).toBeGreaterThanOrEqual(Math.floor(half))
  expect(await stateOf(page)).toMatchObject({ speed: 1.5, captions: 'showing' })
  await expect(markAsDone(page)).toHaveCount(1)
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration
  })
  await expect(markAsDone(page)).toHaveCount(2)
})

test('LEARN-17 LEARN-18 a learner reads the transcript, plays from one of its lines, and controls the video by keys', async ({ page }) => {
  await signIn(page, await createAccount('reader'), PASSWORD)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  await page.getByRole('button', { name: 'Transcript' }).click()
  await expect(page.getByText('Where words leave a gap, a coding tool guesses. A brief closes the gaps.')).toBeVisible()
  await page.getByRole('button', { name: 'Play from 0:35' }).click()
  const current = page.locator('li[aria-current="true"]')
  const isPaused = () => video(page).evaluate((element: HTMLVideoElement) => element.paused)

  await expect.poll(isPaused).toBe(false)
  // the keys work as soon as their button is there
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect.poll(async () => (await stateOf(page)).at).toBeGreaterThanOrEqual(35)
  await page.keyboard.press('Space')
  await expect.poll(isPaused).toBe(true)
  // the video may have played on until then
  const at = 36
  await video(page).evaluate((element: HTMLVideoElement, seconds) => {
    element.currentTime = seconds
  }, at)
  await expect(current).toContainText('A vague answer.')
  await page.keyboard.press('j')
  await expect(current).toContainText('The prompt has the tool interview you first')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await stateOf(page)).at).toBeCloseTo(at - 5, 1)
  await expect(current).toContainText('The tool asks for one person at one moment.')
  await page.keyboard.press('c')
  expect((await stateOf(page)).captions).toBe('hidden')

  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toContainText('10 seconds forward')
  await page.keyboard.press('k')
  expect(await isPaused()).toBe(true)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.getByRole('button', { name: 'Play from 0:06' }).click()
  await expect.poll(isPaused).toBe(false)
  await page.keyboard.press('k')
  await expect.poll(isPaused).toBe(true)
})
