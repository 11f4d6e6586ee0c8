import type { Locator, Page } from '@playwright/test'
import { expectTabReachesEveryControl, tabTo } from '../fixtures/keyboard.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { raiseToast } from '../fixtures/toasts.ts'
import { webUrl } from '../fixtures/urls.ts'

const openMenu = (page: Page) => page.getByRole('button', { name: 'Open menu' }).click()

/** Expects that a control stands above the toast, once the page has made room for the toast. */
async function expectAboveToast(page: Page, control: Locator): Promise<void> {
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
  await expect(toast).toBeVisible()
  await expect(async () => {
    const [above, below] = [await control.boundingBox(), await toast.boundingBox()]
    expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  }).toPass()
}

/** Raises the toast from the user menu, which is in the drawer on a phone. */
async function raiseToastInDrawer(page: Page): Promise<void> {
  await signIn(page)
  // before the account has loaded, a press of a locked item does nothing (D-10)
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  await openMenu(page)
  await raiseToast(page)
}

test('A11Y-01 with a toast over it, every control of the drawer is reached by keyboard', async ({ page }) => {
  await raiseToastInDrawer(page)
  await expectTabReachesEveryControl(page, page.getByRole('dialog', { name: 'Menu' }))
})

test('A11Y-02 on a phone a toast does not cover the account menu of the drawer', async ({ page }) => {
  await raiseToastInDrawer(page)
  await expectAboveToast(page, page.getByRole('button', { name: /@academy\.test/ }))
})

test('A11Y-02 on a phone no control of the pricing dialog that has the focus is hidden behind a toast', async ({ page }) => {
  await raiseToastInDrawer(page)
  await page.getByRole('button', { name: 'Prompt Library (locked)' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Access Resources' })
  for (const name of ['Get the Bundle', 'Get the Master Course', 'Start Studio']) {
    const button = dialog.getByRole('button', { name })
    await tabTo(page, button)
    const isOnTop = await button.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(isOnTop, `${name} is in view`).toBe(true)
  }
})

test('A11Y-02 on a phone the toast about missing fields does not cover the button that saves the prompt', async ({ page }) => {
  await signIn(page, 'studio@academy.test')
  await page.goto(webUrl('/my-prompts'))
  await page.getByRole('button', { name: 'New Prompt' }).click()
  const save = page.getByRole('button', { name: 'Create Prompt' })
  await save.click()
  await expectAboveToast(page, save)
})
