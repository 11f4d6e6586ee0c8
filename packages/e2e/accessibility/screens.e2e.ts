import { createAccount } from '../fixtures/accounts.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'
import { expectAccessible } from './check-page.ts'
import { testScreens } from './screens.ts'

testScreens({ ofPhones: false })

test('axe finds nothing on: profile completion and the reset form', async ({ page }) => {
  const email = await createAccount('nameless', { withProfile: false })
  await signIn(page, email, PASSWORD)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.goto(webUrl('/reset-password'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expectAccessible(page)
})
