import { expectAccessible } from '../accessibility/check-page.ts'
import { linkMailedTo, mailedTo } from '../fixtures/mailbox.ts'
import { expect, freshEmail, PASSWORD, signInByForm, submitSignIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('AUTH-06 AUTH-07 AUTH-18 MAIL-02 PROF-01 TUT-01 a visitor signs up, confirms, signs in, completes the profile and reads the free tutorial', async ({
  page,
}) => {
  const email = freshEmail('stranger')

  // the page to which sign-in returns
  await page.goto(webUrl('/settings'))
  await page.getByRole('link', { name: 'Create an account' }).click()
  // until the new page has loaded, the sign-in page has a field of the same name
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page).toHaveURL(webUrl('/login'))
  const verify = page.getByRole('dialog', { name: 'Verify Your Email' })
  await expect(verify).toContainText(email)
  await verify.getByRole('button', { name: 'Got it' }).click()
  await expect(verify).toBeHidden()

  // in a new tab, as from a mail program
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
  await welcome.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByText('Profile Updated')).toBeVisible()
  await expect(welcome).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Nora!')

  await page
    .getByRole('main')
    .getByRole('link', { name: /^(Start|Continue) ?: / })
    .click()
  await expect(page).toHaveURL(/\/courses\/master-course\/sessions\/[^/]+\/tutorials\/[^/]+$/)
  await expect(page.getByText('In this session:')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watch Video' })).toBeVisible()
})

test('BUY-04 BUY-05 AUTH-09 ERR-11 a visitor signs up for a free tutorial and types the code of a scanned mail, which leads to that tutorial', async ({
  page,
}) => {
  const email = freshEmail('unconfirmed')
  await page.goto(webUrl('/welcome'))
  await page.locator('a[href^="/free/"]').first().click()
  await expect(page).toHaveURL(/\/free\//)
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('article').getByRole('link', { name: 'Create your account' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  const verify = page.getByRole('dialog', { name: 'Verify Your Email' })
  await expect(verify.getByLabel('Code from the email')).toBeVisible()
  await verify.getByRole('button', { name: 'Got it' }).click()
  await expect(verify).toBeHidden()

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Email not confirmed')).toBeVisible()
  await expect(page.getByText('Please confirm your email before signing in.')).toBeVisible()
  await expect(page).toHaveURL(webUrl('/login'))

  // the user reads the mail on another device, behind a gateway that opens each link
  const mail = await mailedTo(email, /confirm/i)
  for (const link of mail.links) await fetch(link)
  const [code = ''] = /\b\d{10}\b/.exec(mail.html.replace(/<[^>]+>/g, ' ')) ?? []
  const alert = page.getByRole('alert').filter({ hasText: 'Confirm your email address first' })
  await expect(alert.getByRole('button', { name: 'Resend email' })).toBeVisible()
  await alert.getByLabel('Code from the email').fill('0000000000')
  await alert.getByRole('button', { name: 'Confirm' }).click()
  await expect(alert.getByText('That code is wrong')).toBeVisible()
  await expectAccessible(page)
  await alert.getByLabel('Code from the email').fill(code)
  await alert.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/courses\/master-course\/sessions\/[^/]+\/tutorials\/[^/]+$/)
  await expect(page.getByRole('heading', { level: 2, name })).toBeAttached()
})

test('ERR-12 a wrong password is refused with the provider’s message, and the right one then works', async ({ page }) => {
  await page.goto(webUrl('/login'))
  await submitSignIn(page, 'learner@academy.test', 'not the password')
  await expect(page.getByText('Login failed')).toBeVisible()
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
  await signInByForm(page)
})
