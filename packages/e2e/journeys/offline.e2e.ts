import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures/test.ts'

// Chromium logs every request without network
test.use({ expectedLogs: [/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

const notice = (page: Page) => page.getByText("You're offline.", { exact: false })

test('the page shows that it is offline, loses no typed text, and recovers when the network is back', async ({ page, context }) => {
  await signIn(page, 'studio@academy.test')
  await page.getByRole('link', { name: 'My Prompts' }).first().click()
  await page.getByRole('button', { name: 'New Prompt' }).first().click()
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Written on a train')
  // The list of toasts is loaded when the browser is idle.
  await page.waitForLoadState('networkidle')

  await context.setOffline(true)
  await expect(notice(page)).toBeVisible()
  await page.getByLabel('Prompt Content', { exact: true }).fill('Goes through a tunnel.')
  await page.getByRole('button', { name: 'Create Prompt' }).click()
  await expect(title).toHaveValue('Written on a train')

  await context.setOffline(false)
  await expect(notice(page)).toHaveCount(0)
})

test('a page opened offline loads once the network is back', async ({ page, context }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Settings' }).first().hover()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(notice(page)).toBeVisible()
  await page
    .getByRole('link', { name: /course/i })
    .first()
    .click()
  await expect(notice(page)).toBeVisible()
  await context.setOffline(false)
  await expect(notice(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: /Master Course/ })).toBeVisible()
})
