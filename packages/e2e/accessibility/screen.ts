import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

/** A state of the app that axe checks. `as` is the email of the signed-in account, none for a visitor; `isOfPhones` if it exists on phones alone. */
export type Screen = { name: string; as?: string; isOfPhones?: true; open: (page: Page) => Promise<void> }

/** Returns a function that opens a page, and waits for its heading and for the end of its requests. */
export const at = (path: string, heading: RegExp) => async (page: Page) => {
  await page.goto(webUrl(path))
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await page.waitForLoadState('networkidle')
}
