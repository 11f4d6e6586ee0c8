import type { Page } from '@playwright/test'
import { requestApi, tokenOf } from '../fixtures/call-api.ts'
import { COUNTS, openSession } from '../fixtures/course.ts'
import { describeInNotion, publishEdits } from '../fixtures/notion.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const course = () => webUrl('/courses/master-course')

const tutorialButtons = async (page: Page, email: string) => {
  await signIn(page, email)
  await page.goto(course())
  await expect(page.getByRole('heading', { level: 1, name: 'Master Course' })).toBeVisible()
  return (name: string) =>
    page
      .getByRole('main')
      .locator('a, button')
      .filter({ hasText: new RegExp(`^${name}`) })
}

test('COURSE-12 COURSE-13 a learner opens free tutorials, and sees what unlocks the others', async ({ page }) => {
  const buttons = await tutorialButtons(page, 'learner@academy.test')
  await expect(buttons('View for FREE')).toHaveCount(COUNTS.free)
  await buttons('Unlock Master Course').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(course())
})

test('COURSE-14 a VIP guest opens exactly the VIP tutorials', async ({ page }) => {
  const buttons = await tutorialButtons(page, 'vip@academy.test')
  await expect(buttons('VIP ACCESS')).toHaveCount(COUNTS.vip)
  await expect(buttons('View for FREE')).toHaveCount(COUNTS.free)
  await expect(buttons('View Tutorial')).toHaveCount(0)
  await openSession(page, 'Set up your workshop')
  await buttons('VIP ACCESS').first().click()
  await expect(page.getByRole('button', { name: 'Copy All' })).toBeVisible()
})

test('ACCESS-07 DASH-09 the course’s owner opens every tutorial, but not the library', async ({ page }) => {
  const buttons = await tutorialButtons(page, 'owner@academy.test')
  await expect(buttons('View Tutorial')).toHaveCount(COUNTS.tutorials)
  await page.goto(webUrl('/dashboard'))
  await expect(page.getByRole('link', { name: 'Access Your Course' })).toBeVisible()
  await page.goto(webUrl('/resources'))
  await expect(page.getByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeVisible()
  await expect(page).toHaveURL(webUrl('/dashboard'))
})

test('an edit in Notion reaches the learner when the administrator syncs, and only the administrator may', async ({ page, browser }) => {
  const text = `Find out why something is wrong. Edited ${Date.now()}.`
  await describeInNotion('Make it trustworthy', text)
  await publishEdits(page)

  const learner = await browser.newPage()
  await signIn(learner)
  await learner.goto(course())
  await openSession(learner, 'Make it trustworthy')
  await expect(learner.getByText(text)).toBeVisible()
  await learner.goto(webUrl('/admin/content'))
  await expect(learner.getByRole('button', { name: 'Sync now' })).toHaveCount(0)
  expect((await requestApi(await tokenOf(learner), '/api/admin/content')).status).toBe(403)
  await learner.close()
})
