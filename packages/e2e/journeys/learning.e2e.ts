import type { Page } from '@playwright/test'
import { createAccount, createOwner } from '../fixtures/accounts.ts'
import { webUrl } from '../fixtures/addresses.ts'
import { COUNTS, openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'

// Chromium reports every call that finds no network.
test.use({ expectedLogs: [/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

const card = (page: Page) => page.getByRole('region', { name: 'Master Course' })
const doneOf = (page: Page, count: number) => page.getByText(`${count} of ${COUNTS.tutorials} done`)
const markAsDone = (page: Page) => page.getByRole('button', { name: 'Mark as done' })

/** Goes to the next tutorial, and waits until it is open. */
async function goToNext(page: Page): Promise<string> {
  const next = page.getByRole('link', { name: /^Next/ })
  await next.click()
  await expect(markAsDone(page)).toBeVisible()
  return (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
}

test('LEARN-01 LEARN-07 LEARN-08 LEARN-09 LEARN-10 an owner learns on a desktop, also offline, and continues on a phone', async ({
  page,
  context,
  browser,
}) => {
  const email = await createOwner('learner')
  await signIn(page, email, PASSWORD)
  await expect(doneOf(page, 0)).toBeVisible()
  await expect(card(page).getByText('Start with')).toBeVisible()
  await card(page).getByText('Start with').locator('..').getByRole('link').click()
  await markAsDone(page).click()
  await expect(doneOf(page, 1)).toBeVisible()
  await goToNext(page)
  await page.waitForLoadState('networkidle')

  await context.setOffline(true)
  await markAsDone(page).click()
  await expect(doneOf(page, 2)).toBeVisible()
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.request().postData()?.includes('true') === true,
  )
  await context.setOffline(false)
  expect((await saved).status()).toBe(200)
  const third = await goToNext(page)
  await page.waitForLoadState('networkidle')

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await signIn(phone, email, PASSWORD)
  await expect(doneOf(phone, 2)).toBeVisible()
  await expect(card(phone).getByText('Continue with')).toBeVisible()
  await card(phone).getByRole('link', { name: third }).click()
  await expect(phone.getByRole('heading', { level: 2, name: third })).toBeVisible()
  await phone.goto(webUrl('/courses/master-course'))
  await expect(phone.getByText('Continue here')).toBeVisible()
  await expect(phone.getByRole('img', { name: 'Done' })).toHaveCount(2)
  await phone.close()
})

const video = (page: Page) => page.locator('video')
const stateOf = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => ({
    half: element.duration / 2,
    at: element.currentTime,
    speed: element.playbackRate,
    captions: element.textTracks[0]?.mode,
  }))

test('LEARN-05 LEARN-11 LEARN-12 a video goes on where it was left, as it was watched; at its end the tutorial can be marked', async ({
  page,
}) => {
  await signIn(page, await createAccount('viewer'), PASSWORD)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  await page.getByRole('button', { name: 'Watch Video' }).click()
  await expect.poll(async () => (await stateOf(page)).half).toBeGreaterThan(5)
  const { half } = await stateOf(page)
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/video-position') && answer.ok())
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
