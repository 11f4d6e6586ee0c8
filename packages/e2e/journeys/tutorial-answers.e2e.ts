import { ADMIN_EMAIL } from '@academy/local'
import { createAccount } from '../fixtures/accounts.ts'
import { openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('ASK-01 ASK-03 ASK-05 a stuck learner says what happened, and the administrator reads it', async ({ page, browser }) => {
  const text = `The page stays empty ${Date.now()}.`
  await signIn(page, await createAccount('stuck'), PASSWORD)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  const question = page.getByRole('region', { name: 'Did this work for you?' })
  await question.getByRole('button', { name: 'Not yet' }).click()
  await question.getByRole('textbox', { name: 'What happened?' }).fill(text)
  await question.getByRole('combobox', { name: /tool/ }).fill('Codex')
  await question.getByRole('button', { name: 'Send' }).click()
  await expect(question.getByText('Thank you. The author will read it.')).toBeVisible()
  await page.reload()
  await expect(question.getByRole('button', { name: 'Not yet' })).toHaveAttribute('aria-pressed', 'true')

  const admin = await browser.newPage()
  await signIn(admin, ADMIN_EMAIL)
  await admin.goto(webUrl('/admin/content'))
  const answers = admin.getByRole('region', { name: 'Did the tutorials work?' })
  await answers.getByRole('button', { name: WHOLE_TUTORIAL }).click()
  await expect(answers.getByRole('listitem').filter({ hasText: text }).last()).toContainText('Without a name')
  await admin.close()
})
