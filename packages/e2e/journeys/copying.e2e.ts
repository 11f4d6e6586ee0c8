import { openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { expect, signIn, test } from '../fixtures/test.ts'

test('ERR-24 A11Y-08 when the browser denies the clipboard, the prompt is selected, and Ctrl+C copies it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  })
  await signIn(page)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  const prompt = page.getByRole('region', { name: 'Prompt Content' })
  // also from a collapsed block, whose text cannot be selected
  await prompt.getByRole('button', { name: 'Prompt Content', exact: true }).click()
  const copy = prompt.getByRole('button', { name: 'Copy All' })
  await copy.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Could not copy the content to clipboard')).toBeVisible()
  await expect(prompt.getByRole('button', { name: 'Press Ctrl+C' })).toBeVisible()
  await page.keyboard.press('Control+c')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const text = await prompt.locator('.prompt-text pre').textContent()
  const withoutSpace = (words: string | null) => words?.replace(/\s+/g, '') ?? ''
  expect(withoutSpace(text)).not.toBe('')
  expect(withoutSpace(copied)).toContain(withoutSpace(text))
  expect(copied).not.toMatch(/Copy All|Copy prompt/)
})
