import { accountOf } from '../fixtures/account-of.ts'
import { createAccount } from '../fixtures/accounts.ts'
import { linkMailedTo } from '../fixtures/mailbox.ts'
import { payWith } from '../fixtures/stripe.ts'
import { expect, PASSWORD, signIn, submitSignIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('GIFT-06 GIFT-07 GIFT-13 GIFT-14 GIFT-15 a gift is opened on its day, and its giver sees that it is claimed', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const bob = await createAccount('bob')
  await signIn(page, await createAccount('giver'), PASSWORD)
  await page.goto(webUrl('/settings?tab=pricing'))
  await page.getByText('Give as a gift').click()
  const day = page.getByLabel('Day of the delivery')
  const [today, lastDay] = [await day.getAttribute('min'), await day.getAttribute('max')]
  await page.getByLabel("Recipient's email").fill(bob)
  await day.fill(lastDay ?? '')
  await page.getByLabel('Message (optional)').fill('Happy birthday, Bob!')
  const consent = page.locator('details', { hasText: 'Give as a gift' }).getByRole('checkbox')
  if (await consent.isVisible()) await consent.check()
  await page.getByRole('button', { name: 'Buy the gift' }).click()
  await expect(page.getByText('This is a gift for another person, who gets an email on')).toBeVisible()
  await payWith(page, 'succeeds')

  // A year before its day.
  const gift = page.getByRole('article', { name: 'The Master Course as a gift' })
  await expect(gift).toContainText('Leaves on')
  await expect(gift).toContainText(bob)
  expect((await accountOf(page)).entitlements.master_course).toBe(false)

  // Its day is today.
  await gift.getByRole('button', { name: 'Change the gift' }).click()
  await gift.getByLabel('Day of the delivery').fill(today ?? '')
  await gift.getByRole('button', { name: 'Save' }).click()
  const address = await linkMailedTo(bob, /A gift for you: the Master Course/)
  const bobsPage = await (await browser.newContext()).newPage()
  await bobsPage.goto(address)
  await expect(bobsPage.getByText('Afterward you claim your gift.')).toBeVisible()
  await submitSignIn(bobsPage, bob, PASSWORD)
  await expect(bobsPage).toHaveURL(address)
  await expect(bobsPage.getByText('Happy birthday, Bob!')).toBeVisible()
  expect((await accountOf(bobsPage)).entitlements.master_course).toBe(false)
  await bobsPage.getByRole('button', { name: 'Claim the gift' }).click()
  await expect(bobsPage.getByText('The gift is yours')).toBeVisible()
  await bobsPage.getByRole('link', { name: 'Open the course' }).click()
  await expect(bobsPage.getByRole('heading', { level: 1, name: 'Master Course' })).toBeVisible()
  await bobsPage.goto(webUrl('/settings'))
  await expect(bobsPage.getByText(/Given to you as a gift/)).toBeVisible()

  await page.reload()
  await expect(gift).toContainText('Claimed')
  await expect(gift.getByRole('button')).toHaveText(['Get your money back'])
})
