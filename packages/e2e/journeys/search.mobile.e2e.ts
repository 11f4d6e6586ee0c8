import { expect, signIn, test } from '../fixtures/test.ts'

test('LEARN-39 on a phone the palette fills the screen and leads to a result', async ({ page }) => {
  await signIn(page)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  // it slides in
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await page.getByRole('combobox', { name: 'Search everything' }).fill('gap in your words')
  await page
    .getByRole('option', { name: /Know what a coding tool sees/ })
    .first()
    .tap()
  await expect(page).toHaveURL(/how-coding-tools-work/)
  await expect(dialog).toBeHidden()
})
