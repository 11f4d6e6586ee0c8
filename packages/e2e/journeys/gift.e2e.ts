import type { Browser, Page } from '@playwright/test'
import { accountOf, customerOf } from '../fixtures/account-of.ts'
import { createAccount } from '../fixtures/accounts.ts'
import { linkMailedTo } from '../fixtures/mailbox.ts'
import { passMonths } from '../fixtures/pass-months.ts'
import { endTrial, payWith } from '../fixtures/stripe.ts'
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

/** A giver buys the Studio for 3 months, and the recipient claims it with an account of its own. */
async function giveStudio(page: Page, browser: Browser): Promise<{ bob: Page; email: string }> {
  const email = await createAccount('bob')
  await signIn(page, await createAccount('giver'), PASSWORD)
  await page.goto(webUrl('/settings?tab=pricing'))
  await page.getByText('Give as a gift').click()
  await page.getByLabel('What you give').selectOption('studio_3_months')
  await page.getByLabel("Recipient's email").fill(email)
  const consent = page.locator('details', { hasText: 'Give as a gift' }).getByRole('checkbox')
  if (await consent.isVisible()) await consent.check()
  await page.getByRole('button', { name: 'Buy the gift' }).click()
  await expect(page.getByRole('region', { name: 'Order' })).toContainText(/51\.00|57\.00/)
  await payWith(page, 'succeeds')
  await expect(page.getByRole('article', { name: 'The Vibe Coding Studio for 3 months as a gift' })).toContainText(email)

  const address = await linkMailedTo(email, /A gift for you: the Vibe Coding Studio for 3 months/)
  const bob = await (await browser.newContext()).newPage()
  await bob.goto(address)
  await submitSignIn(bob, email, PASSWORD)
  await expect(bob.getByText(/^The Vibe Coding Studio for 3 months is your gift\./)).toBeVisible()
  await bob.getByRole('button', { name: 'Claim the gift' }).click()
  await expect(bob.getByText(/^The Vibe Coding Studio is open to you until .* you need no card, and nothing is charged\./)).toBeVisible()
  return { bob, email }
}

test('GIFT-17 GIFT-22 GIFT-23 a gift of the Studio opens it for three months, and ends by itself', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const { bob, email } = await giveStudio(page, browser)
  await bob.getByRole('link', { name: 'Open the Prompt Library' }).click()
  await expect(bob.getByRole('heading', { level: 1, name: 'Prompt Library' })).toBeVisible()
  await expect(bob.getByRole('searchbox')).toBeVisible()
  await bob.goto(webUrl('/my-prompts'))
  await expect(bob.getByRole('heading', { level: 1, name: 'My Prompts' })).toBeVisible()
  await bob.goto(webUrl('/settings'))
  await expect(bob.getByText(/It runs until .* and ends by itself: no card, nothing is charged\./)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article', { name: 'The Vibe Coding Studio for 3 months as a gift' })).toContainText('Claimed')

  await passMonths(email, 4)
  await bob.reload()
  await expect(bob.getByText(/It ended on /)).toBeVisible()
  expect((await accountOf(bob)).entitlements).toMatchObject({ resources: false, my_prompts: false, slack_premium: false })
  await bob.goto(webUrl('/resources'))
  await expect(bob.getByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeVisible()
})

test('GIFT-20 GIFT-23 a recipient who subscribes is charged for the first time after the gift', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const { bob, email } = await giveStudio(page, browser)
  await bob.goto(webUrl('/settings?tab=pricing'))
  await expect(bob.getByText(/^Your gift opens the Studio until /)).toBeVisible()
  await expect(bob.getByText(/^Free until .*, when your gift ends\. Then billed monthly until you cancel\.$/)).toBeVisible()
  for (const consent of await bob.getByRole('checkbox').all()) if (await consent.isVisible()) await consent.check()
  await bob.getByRole('button', { name: 'Start Studio' }).click()
  await expect(bob.getByText(/^Your gift of the Studio runs until .*, and until then nothing is charged\./)).toBeVisible()
  await payWith(bob, 'succeeds')
  await expect(bob.getByText('Payment Successful! 🎉')).toBeVisible()
  await bob.getByRole('button', { name: 'Stay here' }).click()
  await expect(bob.getByText(/^Free until .*, then .*\/month$/)).toBeVisible()

  // The gift ends, and with it the free days.
  await passMonths(email, 4)
  await endTrial(await customerOf(bob))
  await expect.poll(async () => (await accountOf(bob)).subscriptions).toMatchObject([{ status: 'active' }])
  await bob.reload()
  await expect(bob.getByText(/^Renews .* for .*\/month$/)).toBeVisible()
  await expect(bob.getByText(/It ended on /)).toBeVisible()
  expect((await accountOf(bob)).entitlements.resources).toBe(true)
})
