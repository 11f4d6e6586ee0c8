import { ADMIN_EMAIL } from '@academy/local'
import { protectedPages, publicPages } from '@academy/web/pages'
import type { Locator } from '@playwright/test'
import { openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('a printed tutorial has only its content, with all collapsed parts', async ({ page }) => {
  await signIn(page)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  await expect(page.getByRole('button', { name: 'Copy All' })).toBeVisible()
  const main = page.getByRole('main')
  const folded = main.locator('section > [hidden]')
  const openHeadings = main.getByRole('heading').getByRole('button', { expanded: true })
  for (let left = await openHeadings.count(); left > 0; left--) await openHeadings.first().click()
  await expect(folded).not.toHaveCount(0)
  await expect(folded.first()).toBeHidden()

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of await main.locator('section > [hidden], .prose > :not(.copy-one)').all()) await expect(part).toBeVisible()
  for (const buttons of await main.locator('.copy-one').all()) await expect(buttons).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Copy All' })).toBeHidden()
  // dark on white, in any theme
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
})

/** The pages without an id in their path. */
const APP_PAGES = Object.values(protectedPages).map(({ path }) => path)
const PUBLIC_PAGES = ['/welcome', '/proof', ...Object.values(publicPages).map(({ path }) => path)]
const withoutIds = (paths: string[]) => paths.filter((path) => !path.includes(':'))

test('every page prints its title and its text', async ({ page }) => {
  const openAndPrint = async (path: string) => {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(webUrl(path))
    const title = page.getByRole('heading', { level: 1 }).first()
    await expect(title).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(title, `the title of ${path} on paper`).toBeVisible()
  }
  await page.goto(webUrl('/welcome'))
  const [free = ''] = await page.locator('a[href^="/free/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  for (const path of withoutIds([...PUBLIC_PAGES, free])) await openAndPrint(path)
  await signIn(page, ADMIN_EMAIL)
  for (const path of withoutIds(APP_PAGES)) await openAndPrint(path)
})

test('a printed page has its title, without the buttons beside it', async ({ page }) => {
  await signIn(page, 'studio@academy.test')
  await page.goto(webUrl('/my-prompts'))
  const button = page.getByRole('button', { name: 'New Prompt' })
  await expect(button).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(button).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'My Prompts' })).toBeVisible()
})

test('COURSE-13 a course that is printed before buying has the names of its locked tutorials', async ({ page }) => {
  await signIn(page)
  await page.goto(webUrl('/courses/master-course'))
  const locked = page.getByRole('main').locator('ul li button')
  await expect(locked).not.toHaveCount(0)
  // one call for all: there are dozens
  const shown = () => locked.evaluateAll((rows) => rows.filter((row) => row.checkVisibility()).length)
  const count = await locked.count()
  expect(await shown()).toBeLessThan(count)
  await page.emulateMedia({ media: 'print' })
  expect(await shown()).toBe(count)
})

test('PRICE-12 a printed price list has the guarantee above its terms, and space between the offers', async ({ page }) => {
  await signIn(page)
  await page.goto(webUrl('/settings?tab=pricing'))
  await expect(page.getByText('money-back guarantee')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  // Both at one moment: what still loads above them moves both.
  const distance = async (above: Locator, below: Locator) =>
    above.evaluate(
      (part, next) => (next?.getBoundingClientRect().top ?? Number.NaN) - part.getBoundingClientRect().bottom,
      await below.elementHandle(),
    )
  const offer = (name: string) => page.getByRole('region', { name })
  // A part that is still loading changes the layout once more when it is shown.
  await expect
    .poll(() => distance(page.getByText('money-back guarantee'), page.getByText('For the Master Course, alone')))
    .toBeGreaterThan(0)
  await expect.poll(() => distance(offer('Master Course'), offer('Vibe Coding Studio'))).toBeGreaterThan(0)
})
