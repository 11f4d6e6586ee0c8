import { webUrl } from '../fixtures/addresses.ts'
import { linkMailedTo } from '../fixtures/mailbox.ts'
import { expect, freshEmail, PASSWORD, signInByForm, test } from '../fixtures/test.ts'

test('AUTH-06 AUTH-07 AUTH-18 MAIL-02 PROF-01 TUT-01 a stranger signs up, confirms, signs in, completes the profile and reads the free tutorial', async ({
  page,
}) => {
  const email = freshEmail('stranger')

  // The page that the user came from: sign-in brings them back to it.
  await page.goto(webUrl('/settings'))
  await page.getByRole('link', { name: 'Create an account' }).click()
  // The sign-in page has a field of the same name until the new page is there.
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL(webUrl('/login'))
  const verify = page.getByRole('dialog', { name: 'Verify Your Email' })
  await expect(verify).toContainText(email)
  await verify.getByRole('button').last().click()
  await expect(verify).toBeHidden()

  // In a fresh tab, as from a mail program.
  const confirmed = await page.context().newPage()
  await confirmed.goto(await linkMailedTo(email, /confirm/i))
  await expect(confirmed).toHaveURL(webUrl('/confirm'))
  await expect(confirmed.getByRole('main')).toContainText(email)
  await confirmed.getByRole('button', { name: 'Confirm email address' }).click()
  await confirmed.getByRole('link', { name: 'Sign in' }).click()
  await expect(confirmed.getByLabel('Email', { exact: true })).toHaveValue(email)
  await confirmed.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await confirmed.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(confirmed).toHaveURL(webUrl('/settings'))
  await confirmed.close()

  await page.goto(webUrl('/dashboard'))
  const welcome = page.getByRole('dialog')
  await expect(welcome).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(welcome).toBeVisible()
  await welcome.getByLabel('First name').fill('Nora')
  await welcome.getByLabel('Last name').fill('Newcomer')
  await welcome.getByLabel('Job title', { exact: true }).selectOption('Other')
  await welcome.getByLabel('Specify Job Title').fill('Librarian')
  await welcome.getByRole('button').last().click()
  await expect(page.getByText('Profile Updated')).toBeVisible()
  await expect(welcome).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Nora!')

  await page.getByRole('main').getByRole('link', { name: /free/i }).first().click()
  await expect(page).toHaveURL(/\/courses\/master-course\/sessions\/[^/]+\/tutorials\/[^/]+$/)
  await expect(page.getByText('In this session:')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watch Video' })).toBeVisible()
})

test('AUTH-09 ERR-11 who has not confirmed the address is not let in', async ({ page }) => {
  const email = freshEmail('unconfirmed')
  await page.goto(webUrl('/signup'))
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('dialog', { name: 'Verify Your Email' }).getByRole('button').last().click()

  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Email not confirmed')).toBeVisible()
  await expect(page.getByText('Please confirm your email before signing in.')).toBeVisible()
  await expect(page).toHaveURL(webUrl('/login'))
})

test('ERR-12 a wrong password is refused with the words of the provider, and the right one then works', async ({ page }) => {
  await page.goto(webUrl('/login'))
  await page.getByLabel('Email', { exact: true }).fill('learner@academy.test')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Login failed')).toBeVisible()
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
  await signInByForm(page)
})
