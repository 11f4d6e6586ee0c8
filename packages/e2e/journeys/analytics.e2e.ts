import { DEMO_PASSWORD } from '@academy/academy'
import type { Page } from '@playwright/test'
import { webUrl } from '../fixtures/addresses.ts'
import { expect, test } from '../fixtures/test.ts'

test.describe('whatever becomes of analytics', () => {
  test.use({ expectedLogs: [/Failed to load resource/] })

  test('ANALYTICS-02 blocked libraries cost nobody anything', async ({ page }) => {
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route('**/assets/open-desk*', (route) => route.abort('blockedbyclient'))
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('open-desk'))
    await page.goto(webUrl('/login'))
    await failed
    await signInHere(page)
    expect(loads).toBe(1)
  })

  test('ANALYTICS-02 servers that cannot be reached cost nobody anything', async ({ page }) => {
    await page.route('**/amplitude/**', (route) => route.abort('connectionrefused'))
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/amplitude/'))
    await page.goto(webUrl('/login'))
    await failed
    await signInHere(page)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

async function signInHere(page: Page) {
  await page.getByLabel('Email', { exact: true }).fill('learner@academy.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(webUrl('/dashboard'))
}
