import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const STUDIO = 'studio@academy.test'

const openLibrary = async (page: Page) => {
  await page.goto(webUrl('/resources'))
  await expect(page.getByRole('searchbox')).toBeVisible()
}

test('LIB-14 Back returns to the list with its search and its scroll position', async ({ page }) => {
  await signIn(page, STUDIO)
  await openLibrary(page)
  await page.getByRole('searchbox').fill('A')
  await expect(page).toHaveURL(webUrl('/resources?search=A'))
  const cards = page.getByRole('link', { name: /^View Resource/ })
  // not the last one, because the list grows while scrolling
  const card = cards.nth(11)
  await card.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await card.click()
  await expect(page).toHaveURL(/\/resources\/[\w-]+$/)
  await page.getByRole('tab', { name: 'All Code Examples' }).click()
  await expect(page.getByRole('tabpanel', { name: 'All Code Examples' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Resources' }).click()
  await expect(page).toHaveURL(webUrl('/resources?search=A'))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
})

test('a result opens at once after typing, and Back keeps the search', async ({ page }) => {
  await signIn(page, STUDIO)
  await openLibrary(page)
  await page.getByRole('searchbox').fill('code')
  await page
    .getByRole('link', { name: /^View Resource/ })
    .first()
    .click()
  await expect(page.getByRole('tablist')).toBeVisible()
  // longer than the debounce of the field
  await page.waitForTimeout(500)
  await expect(page).toHaveURL(/\/resources\/[\w-]+$/)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('code')
})

test('LIB-16 D-58 copies a prompt exactly as the page shows it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, STUDIO)
  await openLibrary(page)
  await page
    .getByRole('link', { name: /^View Resource/ })
    .first()
    .click()
  const section = page.getByRole('tabpanel', { name: 'All Prompts' }).getByRole('region').first()
  await section.getByRole('button', { name: /^Copy ?:/ }).click()
  await expect(section.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.length).toBeGreaterThan(50)
  expect(copied).not.toMatch(/&(amp|lt|gt|quot);|<\/?(pre|code|span)/)
})

const text = (words: string) => [{ plain_text: words }]
const subjects = ['interview', 'export', 'spec', 'bug', 'query', 'review', 'codebase', 'feedback']
const results = Array.from({ length: 2000 }, (_, index) => ({
  id: `r${index}`,
  properties: {
    Name: { title: text(`Resource ${index}: ${subjects[index % 8]} and ${subjects[(index * 3) % 8]}`) },
    Description: { rich_text: text(`What to ask about a ${subjects[(index * 5) % 8]} before the team relies on it, number ${index}.`) },
    Tag: { multi_select: [{ name: `Tag ${index % 30}` }] },
    Premium: { checkbox: index % 3 === 0 },
    Content: { rich_text: [] },
    CodeSample: { rich_text: [] },
  },
}))

/** Fulfills the requests for the library with two thousand resources. */
async function openLongLibrary(page: Page): Promise<void> {
  await page.route('**/api/library', (route) => route.fulfill({ json: { success: true, data: { results, next_cursor: null } } }))
  await openLibrary(page)
  await expect(page.getByText('2,000 resources')).toBeVisible()
}

test('LIB-06 a long list loads more while scrolling, and Back restores its position', async ({ page }) => {
  await signIn(page, STUDIO)
  await openLongLibrary(page)
  const cards = page.getByRole('link', { name: /^View Resource/ })
  while ((await cards.count()) < 120) await cards.last().scrollIntoViewIfNeeded()
  const card = page.getByRole('link', { name: /: Resource 90:/ })
  await card.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(4000)
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Resource 90:/ })).toBeVisible()
  await page.goBack()
  await expect(card).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
})
