import { readFile } from 'node:fs/promises'
import { createHolder } from '../fixtures/accounts.ts'
import { changePromptInNotion, publishEdits } from '../fixtures/notion.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('PROMPT-41 PROMPT-42 PROMPT-46 PROMPT-47 PROMPT-48 PROMPT-49 a subscriber fills and copies a prompt, saves a prompt of their own, edits it, restores a version and exports it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  // an account of its own, because the import counts all its prompts
  await signIn(page, await createHolder('story', 'studio'), PASSWORD)
  await page.goto(webUrl('/resources/write-a-commit-message-that-explains'))
  await page.getByRole('textbox', { name: 'reasons' }).fill('Two customers paid twice.')
  await expect(page.locator('mark.field-filled')).toHaveText('Two customers paid twice.')
  await page.getByRole('button', { name: /^Copy ?:/ }).click()
  expect(await clipboard()).toContain('My reasons: Two customers paid twice.\n\nThe difference:\n{{difference}}')

  const title = `Story ${Date.now().toString(36)}`
  await page.goto(webUrl('/my-prompts'))
  await page.getByRole('button', { name: 'New Prompt' }).click()
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Description', { exact: true }).fill('For a journey')
  await page.getByLabel('Prompt Content', { exact: true }).fill('Explain {{reasons}} in one line.')
  await page.getByLabel('Tags (optional)').fill('Story')
  await page.getByRole('button', { name: 'Create Prompt' }).click()
  await page.getByRole('link', { name: new RegExp(title) }).click()
  // the browser stores the value by the name of its field
  await expect(page.getByText('Explain Two customers paid twice. in one line.')).toBeVisible()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Prompt Content', { exact: true }).fill('Explain {{reasons}} in two lines.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('in two lines.')).toBeVisible()
  await page.getByRole('button', { name: 'Versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await expect(versions.locator('section ins').first()).toHaveText('one')
  await versions.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByText('in one line.')).toBeVisible()

  await page.getByRole('link', { name: 'Back to My Prompts' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  expect(exported).toContain(`title: "${title}"`)
  await page.getByRole('button', { name: 'Import' }).click()
  const markdown = { name: 'my-prompts.md', mimeType: 'text/markdown', buffer: Buffer.from(exported) }
  await page.getByLabel('Markdown files').setInputFiles(markdown)
  await expect(page.getByText(/There is nothing to add\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: new RegExp(title) }).click()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/my-prompts$/)
})

test('PROMPT-52 PROMPT-53 PROMPT-54 a subscriber saves a prompt of the library, and applies later changes of its author', async ({
  page,
  browser,
}) => {
  const name = 'Estimate with ranges instead of a number'
  await signIn(page, 'studio@academy.test')
  await page.goto(webUrl('/resources/estimate-with-ranges'))
  await page.getByRole('button', { name: 'Save to My Prompts' }).first().click()
  await page.getByRole('link', { name: 'Open in My Prompts' }).click()
  await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', '/resources/estimate-with-ranges')
  const saved = page.url()

  const text = await changePromptInNotion(name, (before) => `Changed by its author.\n${before}`)
  const admin = await browser.newPage()
  await publishEdits(admin)
  await admin.close()

  await page.goto(saved)
  await expect(page.getByRole('status').filter({ hasText: 'The original has changed' })).toBeVisible()
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'The original has changed' })
  await expect(dialog.locator('section ins')).toContainText('Changed by its author.')
  await dialog.getByRole('button', { name: 'Take over the new text' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(text.split('\n')[0] ?? '')).toBeVisible()
  await expect(page.getByText('The original has changed')).toHaveCount(0)

  await page.goto(webUrl('/resources/estimate-with-ranges'))
  await page.getByRole('button', { name: 'Save to My Prompts' }).first().click()
  await expect(page.getByText('You saved this prompt before')).toBeVisible()
  await page.getByRole('link', { name: 'Open in My Prompts' }).click()
  await expect(page).toHaveURL(saved)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/my-prompts$/)
})
