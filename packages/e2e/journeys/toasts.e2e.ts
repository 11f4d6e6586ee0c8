import { ADMIN_EMAIL } from '@academy/local'
import type { Page } from '@playwright/test'
import { createAccount } from '../fixtures/accounts.ts'
import { expectTabReachesEveryControl } from '../fixtures/keyboard.ts'
import { showPrompts } from '../fixtures/prompts.ts'
import { expect, freshEmail, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { keepToast, raiseToast } from '../fixtures/toasts.ts'
import { webUrl } from '../fixtures/urls.ts'

async function press(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().focus()
  await page.keyboard.press('Enter')
}

type Case = {
  dialog: string
  /** Email of the signed-in account; undefined for dialogs before or during sign-in. */
  as?: string
  /** Opens the dialog by the keyboard, with a toast on the screen. */
  open: (page: Page) => Promise<void>
}

/** Opens a page, then a toast, then the dialog. */
const onPage =
  (path: string, ...buttons: (string | RegExp)[]) =>
  async (page: Page) => {
    await page.goto(webUrl(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await raiseToast(page)
    for (const button of buttons) await press(page, button)
  }

const cases: Case[] = [
  {
    dialog: 'Bundle Offer',
    as: 'learner@academy.test',
    open: async (page) => {
      await onPage('/dashboard', 'View Bundle Offer')(page)
      await expect(page.getByRole('button', { name: 'Get the Bundle' })).toBeVisible()
    },
  },
  { dialog: 'Introduction', as: 'learner@academy.test', open: onPage('/dashboard', 'Watch Introduction') },
  { dialog: 'New Prompt', as: 'studio@academy.test', open: onPage('/my-prompts', 'New Prompt') },
  {
    dialog: 'Discard your changes?',
    as: 'studio@academy.test',
    open: async (page) => {
      await onPage('/my-prompts', 'New Prompt')(page)
      await page.getByLabel('Title').fill('Half a thought')
      await page.keyboard.press('Escape')
    },
  },
  {
    dialog: 'Delete “Prompt 0: interview and interview”?',
    as: 'studio@academy.test',
    open: async (page) => {
      await showPrompts(page, 1)
      await onPage('/my-prompts', /^Actions for/)(page)
      await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
    },
  },
  { dialog: 'Delete your account?', as: 'learner@academy.test', open: onPage('/settings', 'Delete account') },
  {
    dialog: 'Grant a package',
    as: ADMIN_EMAIL,
    open: async (page) => {
      await page.goto(webUrl('/admin/accounts?search=vip@academy.test'))
      await page.getByRole('link', { name: /vip@academy\.test/ }).click()
      await expect(page.getByRole('button', { name: 'Grant a package' })).toBeVisible()
      await raiseToast(page)
      await press(page, 'Grant a package')
    },
  },
  {
    dialog: 'Congratulations on your bundle',
    as: 'bundle@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/dashboard?checkout_success=bundle'))
      await keepToast(page, 'Payment Successful! 🎉')
    },
  },
  {
    dialog: 'Welcome to Vibe Coding Academy',
    open: async (page) => {
      await signIn(page, await createAccount('nameless', { withProfile: false }), PASSWORD)
      await page.route('**/api/accounts/profile', (route) => route.fulfill({ status: 400, json: {} }))
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('Lovelace')
      await page.getByLabel('Job title').selectOption({ index: 1 })
      await page.keyboard.press('Enter')
      await press(page, 'Save and continue')
      await keepToast(page, 'Update Failed')
    },
  },
  {
    dialog: 'Reset your password',
    open: async (page) => {
      await page.goto(webUrl('/login'))
      await page.getByLabel('Email', { exact: true }).fill(freshEmail('stranger'))
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await keepToast(page, 'Login failed')
      await press(page, 'Forgot password?')
    },
  },
  {
    dialog: 'Verify Your Email',
    open: async (page) => {
      await page.route('**/api/accounts', (route) => route.fulfill({ status: 400, json: {} }))
      await page.goto(webUrl('/signup'))
      await page.getByLabel('Email', { exact: true }).fill(freshEmail('verify'))
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await keepToast(page, 'Warning')
    },
  },
]

for (const { dialog, as, open } of cases) {
  test(`A11Y-01 with a toast over it, every control of the dialog “${dialog}” is reached by keyboard`, async ({ page }) => {
    if (as) await signIn(page, as)
    await open(page)
    const opened = page.locator('dialog[open]').last()
    await expect(opened).toHaveAccessibleName(dialog)
    await expect(opened.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toBeVisible()
    await expectTabReachesEveryControl(page, opened)
  })
}
