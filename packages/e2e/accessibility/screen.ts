import type { Page } from '@playwright/test'
import { webUrl } from '../fixtures/addresses.ts'
import { expect } from '../fixtures/test.ts'

export type Size = 'desktop' | 'mobile'

/** Something to look at, and the account that looks; none: a stranger. `only` is for what the other size does not have. */
export type Screen = { name: string; as?: string; only?: Size; open: (page: Page) => Promise<void> }

/** Opens a page that is there once its heading is, and all that it asked for has come. */
export const at = (path: string, heading: RegExp) => async (page: Page) => {
  await page.goto(webUrl(path))
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await page.waitForLoadState('networkidle')
}
