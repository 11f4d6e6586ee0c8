import type { Page } from '@playwright/test'
import { createAccount } from '../fixtures/accounts.ts'
import { linkMailedTo, mailedTo } from '../fixtures/mailbox.ts'
import { payWith } from '../fixtures/stripe.ts'
import { expect, freshEmail, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test.use({ extraHTTPHeaders: { 'x-country': 'DE' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('SELLER-20 SELLER-21 SELLER-27 a visitor withdraws by keyboard alone, and gets the acknowledgement by mail', async ({ page }) => {
  const email = freshEmail('withdrawn')
  await page.goto(webUrl('/login'))
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click()
  await expect(heading(page, 'Withdraw from a contract')).toBeVisible()
  await page.getByLabel('Your name').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Master')
  await page.keyboard.press('Tab')
  await page.keyboard.type('INV-7')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your withdrawal')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Confirm withdrawal' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'We received your withdrawal')).toBeFocused()
  for (const part of ['Ada Lovelace', 'INV-7']) await expect(page.getByText(part, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeVisible()
  const { text } = await mailedTo(email, /We received your withdrawal/)
  for (const part of [email, 'Master Course', 'UTC']) expect(text).toContain(part)
  expect(text).not.toContain('Ada Lovelace')
})

test('SELLER-24 SELLER-25 SELLER-26 a subscriber cancels the Studio by a mailed link, without signing in', async ({ page, browser }) => {
  const email = await createAccount('subscriber')
  await signIn(page, email, PASSWORD)
  await page.goto(webUrl('/settings?tab=pricing'))
  await page.getByRole('radio', { name: 'EUR' }).check()
  await page.getByRole('button', { name: 'Start Studio' }).click()
  await payWith(page, 'succeeds')
  await expect(page.getByRole('button', { name: 'Stay here' })).toBeVisible()

  const visitor = await browser.newPage()
  await visitor.goto(webUrl('/withdraw'))
  const cancellation = visitor.getByRole('region', { name: 'Cancel Vibe Coding Studio' })
  await cancellation.getByLabel('Email of your account').fill(email)
  await cancellation.getByRole('button', { name: 'Send cancellation link' }).click()
  await expect(cancellation.getByText('Check your mailbox')).toBeVisible()
  const link = await linkMailedTo(email, /Cancel your Vibe Coding Studio/)
  await visitor.goto(link)
  await expect(heading(visitor, 'Cancel your Vibe Coding Studio')).toBeVisible()
  await expect(visitor).toHaveURL(webUrl('/withdraw/cancel'))
  await visitor.getByRole('button', { name: 'Cancel now' }).click()
  await expect(heading(visitor, 'Your Vibe Coding Studio is cancelled')).toBeFocused()
  expect((await mailedTo(email, /is cancelled/)).text).toContain('It ends on')

  await page.goto(webUrl('/settings?tab=pricing'))
  await expect(page.getByText(/^Ends \w+ \d/)).toBeVisible()
})
