import { createAccount, createHolder } from '../fixtures/accounts.ts'
import { openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { expect, PASSWORD, signIn, submitSignIn, test } from '../fixtures/test.ts'
import { expectTranslated, translate } from '../fixtures/translator.ts'
import { webUrl } from '../fixtures/urls.ts'

test.beforeEach(({ page }) => translate(page))

test('A11Y-09 a visitor of a translated page asks for a password, and signs in after a wrong one', async ({ page }) => {
  await page.goto(webUrl('/login'))
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('dialog', { name: 'Reset your password' })).toBeVisible()
  await page.keyboard.press('Escape')
  await submitSignIn(page, 'learner@academy.test', 'not the password')
  await expect(page.getByText('Login failed')).toBeVisible()
  await expectTranslated(page)
  await submitSignIn(page)
  await expect(page).toHaveURL(webUrl('/dashboard'))
  await expect(page.getByRole('heading', { level: 1, name: /Welcome/ })).toBeVisible()
  await expectTranslated(page)
})

test('A11Y-09 A11Y-10 a learner works on translated pages: the texts stay up to date, and code stays as it is', async ({ page }) => {
  await signIn(page, await createAccount('translated'), PASSWORD)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByText('Marked as done.')).toBeVisible()
  await expect(page.getByText(/^1 of \d+ done/)).toBeVisible()
  await page.locator('#section-tips summary').first().click()
  await expect(page.locator('#section-tips details[open]')).toHaveCount(1)
  await page.getByRole('textbox', { name: `Your note on ${WHOLE_TUTORIAL}` }).fill('A')
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()
  await expectTranslated(page)

  await page.goto(webUrl('/mentorship'))
  await page.getByRole('button', { name: 'Register for this week' }).click()
  await expect(page.getByText('1 Registration')).toBeVisible()
  await expectTranslated(page)

  await page.goto(webUrl('/settings'))
  await page.getByLabel('First name').fill('Ada')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
  await expectTranslated(page)

  await page.goto(webUrl('/settings/tokens'))
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Script')
  await page.getByRole('checkbox', { name: /^content:read/ }).check()
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByRole('dialog', { name: '“Script” is ready' }).locator('code')).toHaveText(/^vca_\w+$/)
  await expectTranslated(page)
})

test('A11Y-09 A11Y-10 a subscriber saves a prompt on a translated page, and the prompt stays as it was written', async ({ page }) => {
  await signIn(page, await createHolder('translated', 'studio'), PASSWORD)
  await page.goto(webUrl('/my-prompts'))
  await page.getByRole('button', { name: 'New Prompt' }).click()
  const texts = { Title: 'A prompt', Description: 'What it is for', 'Prompt Content': 'Say what is missing.' }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Create Prompt' }).click()
  await page.getByRole('link', { name: 'A prompt' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A prompt' })).toBeVisible()
  await expect(page.getByText('Say what is missing.')).toBeVisible()
  expect(await page.getByText('Say what is missing.').textContent()).toBe('Say what is missing.')
  await expectTranslated(page)
})
