import { createAccount } from '../fixtures/accounts.ts'
import { webUrl } from '../fixtures/addresses.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'

test('SHELL-01 SHELL-09 SHELL-13 a collapsed sidebar is 3rem wide, stays so for 7 days, and opens to 16rem', async ({ page }) => {
  await signIn(page)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  expect((await sidebar.boundingBox())?.width).toBe(16 * 16)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(3 * 16)

  const cookie = (await page.context().cookies()).find((one) => decodeURIComponent(one.name) === 'sidebar:state')
  expect(cookie).toMatchObject({ value: 'false', path: '/', sameSite: 'Lax' })
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(7)

  await page.reload()
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed')
})

test('the chosen theme is there from the first paint on, and follows the system when told so', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page)
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  await page.getByRole('button', { name: /learner@academy\.test/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(paper).not.toBe(light)
  const dark = await paper()
  await page.goto(webUrl('/settings'), { waitUntil: 'commit' })
  await page.locator('body').waitFor({ state: 'attached' })
  expect(await paper()).toBe(dark)

  await page.getByRole('button', { name: /learner@academy\.test/ }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await expect.poll(paper).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(paper).toBe(dark)
})

test('ERR-05 SET-07 SET-09 a changed name is saved, and the shell shows it', async ({ page }) => {
  await signIn(page, await createAccount('renamed'), PASSWORD)
  await page.goto(webUrl('/settings'))
  await page.getByLabel('First name').fill('Renate')
  await page.getByRole('button', { name: /save/i }).click()
  await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Renate')

  await page.getByLabel('First name').fill('   ')
  await page.getByRole('button', { name: /save/i }).click()
  await expect(page.getByRole('main').getByText('First name is required.')).toBeVisible()
})
