import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('SHELL-02 SHELL-11 SHELL-12 SHELL-13 on a phone the menu is a drawer of 18rem that closes on choice, Escape and a tap outside', async ({
  page,
}) => {
  await signIn(page)
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
  const open = page.getByRole('button', { name: /menu/i })
  const drawer = page.getByRole('dialog')

  await open.click()
  await expect(drawer).toBeVisible()
  expect((await drawer.boundingBox())?.width).toBe(18 * 16)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(open).toBeFocused()

  await open.click()
  await page.touchscreen.tap(370, 400)
  await expect(drawer).toBeHidden()

  await open.click()
  await drawer.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(webUrl('/settings'))
  await expect(drawer).toBeHidden()
})

test('SHELL-09 the drawer does not change the cookie of the sidebar', async ({ page }) => {
  await signIn(page)
  await page.getByRole('button', { name: /menu/i }).click()
  await page.keyboard.press('Escape')
  expect((await page.context().cookies()).filter((cookie) => cookie.name.startsWith('sidebar'))).toEqual([])
})
