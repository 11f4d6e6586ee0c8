import { expectAccessible } from '../accessibility/check-page.ts'
import { createAccount } from '../fixtures/accounts.ts'
import { mailedTo } from '../fixtures/mailbox.ts'
import { changePageSettings } from '../fixtures/page-settings.ts'
import { payWith } from '../fixtures/stripe.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('SELLER-09 SELLER-10 a buyer consents to immediate access before the checkout, and the welcome mail confirms it', async ({ page }) => {
  const email = await createAccount('buyer')
  await changePageSettings(page, { VITE_WITHDRAWAL_URL: 'https://seller.example/withdrawal' })
  await signIn(page, email, PASSWORD)
  await page.goto(webUrl('/settings?tab=pricing'))
  const course = page.getByRole('region', { name: 'Master Course' })
  const box = course.getByRole('checkbox', { name: /^I ask for access right after the payment/ })
  await course.getByRole('button', { name: 'Get the Master Course' }).click()
  await expect(course.getByText('Tick this box to continue to the checkout.')).toBeVisible()
  await expect(box).toBeFocused()
  await expectAccessible(page)
  const shown = await course.locator('label').textContent()
  // on the box: the check of the page before may take the focus with it
  await box.press('Space')
  await expect(box).toBeChecked()
  await course.getByRole('button', { name: 'Get the Master Course' }).click()
  await payWith(page, 'succeeds')
  await expect(page.getByText('Payment Successful! 🎉')).toBeVisible()
  const { text: mail } = await mailedTo(email, /^Welcome to the Master Course$/)
  expect(mail).toMatch(/You asked for immediate access on \w+ \d+, \d{4} at \d\d:\d\d UTC and accepted: /)
  expect(mail, 'the text that was shown').toContain(`“${shown}”`)
})
