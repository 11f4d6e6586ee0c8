import type { Page } from '@playwright/test'
import { expect, signIn, submitSignIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const STUDIO = 'studio@academy.test'

/** Returns a title that no other journey uses. */
let used = 0
const newTitle = (words: string) => `${words} ${process.pid}-${Date.now().toString(36)}-${++used}`

const openPrompts = async (page: Page) => {
  await page.goto(webUrl('/my-prompts'))
  await expect(page.getByRole('heading', { level: 1, name: 'My Prompts' })).toBeVisible()
}
const write = async (page: Page, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
}
const keep = async (page: Page, title: string, content = 'Say what is missing.') => {
  await page.getByRole('button', { name: 'New Prompt' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await write(page, { Title: title, Description: 'For a journey', 'Prompt Content': content })
  await page.getByRole('button', { name: 'Create Prompt' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card(page, title)).toBeVisible()
}
const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
const choose = async (page: Page, title: string, action: 'Edit' | 'Delete') => {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const remove = async (page: Page, title: string) => {
  await choose(page, title, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, title)).toHaveCount(0)
}

test('PROMPT-01 PROMPT-02 PROMPT-13 PROMPT-14 PROMPT-15 PROMPT-16 PROMPT-19 PROMPT-20 D-67 R-04 a subscriber creates, finds, reads, copies, changes and deletes a prompt', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, STUDIO)
  await page.getByRole('link', { name: 'My Prompts' }).first().click()
  const title = newTitle('Ask first')
  const content = 'Ask me first:\n\n  1. <img src=x onerror="document.title=1"> &amp; {{what}}\n\tTab'
  await keep(page, title, content)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(title)

  await page.getByRole('searchbox').fill(title.toUpperCase())
  await expect(page.getByRole('link', { name: /View Prompt/ })).toHaveCount(1)
  await page.getByRole('link', { name: /View Prompt/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('<img src=x')).toBeVisible()
  expect(await page.locator('main img').count()).toBe(0)
  await page.getByRole('button', { name: /^Copy ?:/ }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(content)
  await page.getByRole('link', { name: 'Back to My Prompts' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue(title.toUpperCase())

  await choose(page, title, 'Edit')
  await write(page, { Title: `${title}, later`, 'Code Sample (optional)': 'const a = 1' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(card(page, `${title}, later`)).toBeVisible()
  await choose(page, `${title}, later`, 'Delete')
  await expect(page.getByRole('alertdialog', { name: `Delete “${title}, later”?` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card(page, `${title}, later`)).toBeVisible()
  await remove(page, `${title}, later`)
  await expect(page.getByText('Prompt deleted successfully!')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Loading prompts...')).toHaveCount(0)
  await expect(card(page, `${title}, later`)).toHaveCount(0)
})

test('two tabs do not overwrite each other: the user compares both versions and chooses', async ({ page, context }) => {
  await signIn(page, STUDIO)
  await openPrompts(page)
  const title = newTitle('Two tabs')
  await keep(page, title)
  const other = await context.newPage()
  await openPrompts(other)
  for (const tab of [page, other]) await choose(tab, title, 'Edit')
  await write(page, { Description: 'Written in the first tab' })
  await write(other, { Description: 'Written in the second tab' })
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save changes' }).click()
  const choice = page.getByRole('dialog', { name: 'Two versions of this prompt' })
  await expect(choice.getByLabel('Your version')).toHaveValue('Written in the first tab')
  await expect(choice.getByLabel('Saved version')).toHaveValue('Written in the second tab')
  await choice.getByRole('button', { name: 'Keep my version' }).click()
  await expect(page.getByText('Written in the first tab')).toBeVisible()
  await remove(page, title)
})

test('ERR-08 unsaved text survives the end of the session, and closing asks before it is discarded', async ({ page }) => {
  await signIn(page, STUDIO)
  await openPrompts(page)
  const title = newTitle('Half done')
  await page.getByRole('button', { name: 'New Prompt' }).click()
  await write(page, { Title: title, Description: 'For later', 'Prompt Content': 'Do half of it.' })
  await page.evaluate(() => localStorage.clear())
  await page.getByRole('button', { name: 'Create Prompt' }).click()
  await expect(page).toHaveURL(webUrl('/login'))
  await submitSignIn(page, STUDIO)
  await expect(page).toHaveURL(webUrl('/my-prompts'))
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  // Chrome lets a dialog refuse one Escape, and closes it on a later one without asking.
  for (let count = 0; count < 3; count++) await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep writing' }).click()
  await page.getByRole('button', { name: 'Create Prompt' }).click()
  await expect(card(page, title)).toBeVisible()
  await remove(page, title)
})

test('PROMPT-10 PROMPT-11 D-68 a learner sees the prices, stays on the page, and sees no prompts', async ({ page }) => {
  await signIn(page)
  await page.goto(webUrl('/my-prompts/any'))
  await expect(page.getByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeVisible()
  await expect(page).toHaveURL(webUrl('/my-prompts'))
  await expect(page.getByText('Your own prompts live here')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New Prompt' }).click()
  await expect(page.getByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeVisible()
})

test('a prompt in a language that is written from right to left begins at the right, while it is typed and when it is shown', async ({
  page,
}) => {
  await signIn(page, STUDIO)
  await openPrompts(page)
  const title = newTitle('اكتب اختبارًا')
  const content = 'اكتب اختبارًا لـ {{الملف}}.\nSay what is missing.'
  await page.getByRole('button', { name: 'New Prompt' }).click()
  await write(page, { Title: title, Description: 'اختبار', 'Prompt Content': content })
  for (const label of ['Title', 'Prompt Content']) await expect(page.getByLabel(label, { exact: true })).toHaveCSS('direction', 'rtl')
  await page.getByRole('button', { name: 'Create Prompt' }).click()
  await card(page, title)
    .getByRole('link', { name: /^View Prompt/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toHaveCSS('direction', 'rtl')
  const text = page.getByText('Say what is missing.')
  await expect(text).toHaveCSS('direction', 'rtl')
  // The text has an element of its own inside of the block.
  await expect(text.locator('..')).toHaveCSS('unicode-bidi', 'plaintext')
  await openPrompts(page)
  await remove(page, title)
})
