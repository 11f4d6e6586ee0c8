import { createOwner } from '../fixtures/accounts.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const SPOKEN = 'sunday was taken for the first day of the week'

test('LEARN-33 LEARN-39 an owner finds a sentence of a video by keyboard, and the video starts at its second', async ({ page }) => {
  await signIn(page, await createOwner('searcher'), PASSWORD)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+K')
  const field = page.getByRole('combobox', { name: 'Search everything' })
  await expect(field).toBeFocused()
  await field.pressSequentially(SPOKEN)
  const result = page.getByRole('option').first()
  // until the last key was searched for, it is a result of fewer words
  await expect(result).toContainText(SPOKEN, { ignoreCase: true })
  await expect(result).toContainText(/Video · at \d+:\d\d/)
  const [, minutes, seconds] = /Video · at (\d+):(\d\d)/.exec((await result.textContent()) ?? '') ?? []
  const at = Number(minutes) * 60 + Number(seconds)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(webUrl(`/courses/master-course/sessions/say-what-you-mean/tutorials/give-a-prompt-its-five-parts?t=${at}`))
  const video = page.locator('video')
  await expect(video).toBeVisible()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThanOrEqual(at)
  expect(await video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeLessThan(at + 19)
})

test('LEARN-34 LEARN-39 a learner finds a locked tutorial by its title alone, and the result leads to the prices', async ({ page }) => {
  await signIn(page)
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name: 'Search' }).click()
  const field = page.getByRole('combobox', { name: 'Search everything' })
  // a word that occurs only in the text of that tutorial
  await field.fill('reflog')
  await expect(page.getByText('Nothing found for “reflog”')).toBeVisible()
  await field.fill('without fear')
  const option = page.getByRole('option').first()
  await expect(option).toContainText('Go back without fear')
  await expect(option).toContainText('Locked')
  await option.click()
  await expect(page.getByText('This tutorial is part of the Master Course.')).toBeVisible()
})

test('LEARN-38 a subscriber finds a resource by a word of its body in the library', async ({ page }) => {
  await signIn(page, 'studio@academy.test')
  await page.goto(webUrl('/resources'))
  await page.getByRole('searchbox', { name: 'Search resources' }).fill('umlauts')
  const inBodies = page.getByRole('region', { name: 'Also found in the text of' })
  await expect(inBodies.getByRole('listitem').filter({ hasText: /Make up data/ })).toContainText('an umlaut')
  await expect(page.getByText(/^0 of \d+ resources$/)).toBeVisible()
})
