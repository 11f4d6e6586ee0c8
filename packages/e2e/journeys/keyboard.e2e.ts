import type { Page } from '@playwright/test'
import { createAccount } from '../fixtures/accounts.ts'
import { linkToTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { tabTo } from '../fixtures/keyboard.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const focused = (page: Page) => page.locator(':focus')

test('SHELL-10 TUT-22 everything from sign-in to reading, copying and signing out works by keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(webUrl('/login'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(focused(page)).toHaveText(/skip to/i)

  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type('learner@academy.test')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('build-something')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(webUrl('/dashboard'))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar).toHaveAttribute('data-state', 'expanded')
  await page.keyboard.press('Control+b')
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed')
  await page.keyboard.press('Meta+b')
  await expect(sidebar).toHaveAttribute('data-state', 'expanded')

  await tabTo(page, page.getByRole('main').getByRole('link', { name: /^(Start|Continue) ?: / }))
  await page.keyboard.press('Enter')
  await expect(linkToTutorial(page, WHOLE_TUTORIAL)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, linkToTutorial(page, WHOLE_TUTORIAL))
  await page.keyboard.press('Enter')
  const copyAll = page.getByRole('button', { name: 'Copy All' })
  await expect(copyAll).toBeVisible()
  await tabTo(page, copyAll)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()

  const tips = page.locator('details').filter({ has: page.locator('summary') })
  await tabTo(page, tips.nth(0).locator('summary'))
  await page.keyboard.press('Enter')
  await expect(tips.nth(0)).toHaveAttribute('open', '')
  await page.keyboard.press('Tab')
  await tabTo(page, tips.nth(1).locator('summary'))
  await page.keyboard.press('Enter')
  await expect(tips.nth(1)).toHaveAttribute('open', '')
  await expect(tips.nth(0)).not.toHaveAttribute('open', '')

  const account = page.getByRole('button', { name: /learner@academy\.test/ })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(webUrl('/login'))
})

test('AUTH-03 a dialog takes the focus, traps it, and returns it', async ({ page }) => {
  await page.goto(webUrl('/login'))
  const opener = page.getByRole('button', { name: 'Forgot password?' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused()
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement === document.body || !!document.activeElement?.closest('dialog'))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('BOARD-02 CLI-12 pages keep the focus when the pressed button becomes disabled or disappears', async ({ page }) => {
  await signIn(page, await createAccount('keyboard'), PASSWORD)
  await page.goto(webUrl('/coder-boards'))
  for (const name of ['Next', 'Previous']) {
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'May 2025' })).toBeFocused()
  }

  await page.goto(webUrl('/settings/tokens/confirm'))
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('1234')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(code).toBeFocused()
  await code.fill('BDFG-HJKL')
  await code.press('Enter')
  await expect(focused(page).getByText("This code doesn't work")).toBeVisible()
  await page.getByRole('button', { name: 'Enter another code' }).press('Enter')
  await expect(focused(page).getByLabel('Code', { exact: true })).toBeVisible()
})

test('a retry keeps the focus in the content, from where Tab reaches what has loaded', async ({ page }) => {
  await signIn(page, 'studio@academy.test')
  const refuse = { status: 400, json: { success: false, code: 'invalid_request', message: 'Something is wrong.' } }
  await page.route('**/api/prompts', (route) => route.fulfill(refuse))
  await page.goto(webUrl('/my-prompts'))
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await retry.focus()
  await page.unroute('**/api/prompts')
  await page.keyboard.press('Enter')
  await expect(retry).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})
