import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { accountOf } from '../fixtures/account-of.ts'
import { createAccount, createHolder } from '../fixtures/accounts.ts'
import { openSession } from '../fixtures/course.ts'
import { linkMailedTo } from '../fixtures/mailbox.ts'
import { changeInNotion, publishEdits } from '../fixtures/notion.ts'
import { test } from '../fixtures/several-courses.ts'
import { payWith } from '../fixtures/stripe.ts'
import { expect, PASSWORD, signIn } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

// serial, because one academy serves all of them, in which the course opens on the way
test.describe.configure({ mode: 'serial' })
// a visitor from Germany sees prices in euro
test.use({ extraHTTPHeaders: { 'x-country': 'DE' } })

const NAME = 'Data for Product Managers'
const COURSE = '/courses/data-for-product-managers'
const PAID = 'Decide who counts'
/** Words that occur in the paid tutorials of one course alone. */
const SECRETS = { first: 'reflog', second: 'strictest' }

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const order = (page: Page) => page.getByRole('region', { name: 'Order' })

/** Opens the pricing dialog from the page of the course, and its checkout. */
async function buyCourse(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Unlock ${NAME}` }).click()
  await page
    .getByRole('dialog', { name: `Unlock ${NAME}` })
    .getByRole('button', { name: `Get ${NAME}` })
    .click()
}

/** Expects the course to be open for its buyer, who has just returned from the checkout, and the Master Course to be locked. */
async function expectOnlySecondCourse(page: Page): Promise<void> {
  await expect(page.getByText('Payment Successful! 🎉')).toBeVisible()
  await page.goto(webUrl(COURSE))
  await openSession(page, 'Know who counts')
  await page.getByRole('link', { name: `View Tutorial: ${PAID}` }).click()
  await page.getByRole('button', { name: 'Start the course' }).click()
  await expect(page.getByRole('button', { name: 'Copy All' })).toBeVisible()
  expect((await accountOf(page)).entitlements).toMatchObject({ data_course: true, master_course: false })
  await page.goto(webUrl('/courses/master-course'))
  await expect(page.getByRole('button', { name: 'Unlock Master Course' }).first()).toBeVisible()
}

/** Returns whether the results of a search have the word for which the user searches. */
async function finds(page: Page, word: string): Promise<boolean> {
  await page.keyboard.press('Control+K')
  const response = page.waitForResponse((answer) => answer.url().includes('/api/search?'))
  await page.getByRole('combobox', { name: 'Search everything' }).fill(word)
  const found = (await (await response).text()).includes(word)
  await page.keyboard.press('Escape')
  return found
}

test('COURSES-08 the author publishes a course that opens in two weeks, and today for the Studio', async ({ page }) => {
  await changeInNotion(NAME, {
    Status: { select: { name: 'Published' } },
    'Opens on': { date: { start: dayIn(14) } },
    'Opens for the Studio on': { date: { start: dayIn(0) } },
  })
  await publishEdits(page)
})

test('COURSES-08 COURSES-13 COURSES-04 a subscriber of the Studio buys the course two weeks early and 20% cheaper, and it alone', async ({
  page,
}) => {
  await signIn(page, await createHolder('subscriber', 'studio'), PASSWORD)
  await page.goto(webUrl('/courses'))
  await page.getByRole('link', { name: `Look inside: ${NAME}` }).click()
  await buyCourse(page)
  await expect(order(page)).toContainText('€63.00')
  await expect(page.getByText('Your price as a subscriber of the Studio, in place of €79.')).toBeVisible()
  await payWith(page, 'succeeds')
  await expectOnlySecondCourse(page)
  expect([await finds(page, SECRETS.first), await finds(page, SECRETS.second)]).toEqual([false, true])
})

let waiting = ''
test('COURSES-17 COURSES-04 a learner without the Studio waits for the course, and finds no locked word of it', async ({ page }) => {
  waiting = await createAccount('waiting')
  await signIn(page, waiting, PASSWORD)
  await page.goto(webUrl(COURSE))
  const list = page.getByRole('region', { name: 'Waiting list' })
  await expect(list).toContainText('Subscribers of the Studio can buy it now.')
  await expect(page.getByRole('button', { name: `Unlock ${NAME}` })).toHaveCount(0)
  await list.getByRole('button', { name: 'Tell me when it opens' }).click()
  await expect(list.getByText('Check your mailbox')).toBeVisible()
  expect([await finds(page, SECRETS.first), await finds(page, SECRETS.second)]).toEqual([false, false])
  await page.goto(await linkMailedTo(waiting, new RegExp(`Confirm your place: ${NAME}`)))
  await page.getByRole('button', { name: 'Confirm my place' }).click()
  await expect(page.getByRole('heading', { name: 'You are on the waiting list' })).toBeVisible()
})

test('COURSES-08 COURSES-13 at the opening the learner buys the course at its whole price', async ({ page }) => {
  await changeInNotion(NAME, { 'Opens on': { date: { start: dayIn(0) } }, 'Opens for the Studio on': { date: null } })
  await publishEdits(page)
  await signIn(page, waiting, PASSWORD)
  await page.goto(webUrl(COURSE))
  await buyCourse(page)
  await expect(order(page)).toContainText('€79.00')
  await payWith(page, 'succeeds')
  await expectOnlySecondCourse(page)
})

test('COURSES-20 PUBLIC-19 /welcome leads to the second course, and is at most 7,000 pixels high on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(webUrl('/welcome'))
  await expect(page.getByRole('link', { name: `Look inside: ${NAME}` })).toBeVisible()
  // On a slow machine the fonts come after the page.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(7_000)
})

test('COURSES-01 the build of the academy with one course has nothing of the second', async () => {
  const folders = ['web/dist', 'web/dist-server', 'api/dist'].map((folder) => path.join(import.meta.dirname, '../../../apps', folder))
  for (const folder of folders) {
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files)
      expect(await readFile(path.join(folder, file), 'utf8'), file).not.toMatch(/Data for Product Managers|Third Time/)
  }
})
