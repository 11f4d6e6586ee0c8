import type { Locator } from '@playwright/test'
import { openFreeTutorial } from '../fixtures/course.ts'
import { expect, openDashboard, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

/** Returns the computed value of a CSS property. */
const painted = (element: Locator, property: string): Promise<string> =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

test('A11Y-03 with high contrast, the chosen tag, tab and section, and buttons keep their marks', async ({ page }) => {
  await signIn(page, 'studio@academy.test')
  await page.goto(webUrl('/resources'))
  const tags = page.getByRole('group', { name: 'Filter by tag' })
  const [chosen, other] = [tags.getByRole('button', { pressed: true }), tags.getByRole('button', { pressed: false }).first()]
  expect(await painted(chosen, 'background-color')).not.toBe(await painted(other, 'background-color'))

  await page.goto(webUrl('/settings'))
  const [shownTab, otherTab] = [page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }).first()]
  expect(await painted(shownTab, 'border-bottom-color')).not.toBe(await painted(otherTab, 'border-bottom-color'))
  const canvas = await painted(page.locator('body'), 'background-color')
  expect(await painted(otherTab, 'border-bottom-color')).toBe(canvas)

  await openDashboard(page)
  await openFreeTutorial(page)
  const section = (current: boolean) =>
    page.getByRole('navigation', { name: 'Sections of this tutorial' }).locator(current ? 'a[aria-current]' : 'a:not([aria-current])')
  expect(await painted(section(true), 'border-bottom-color')).not.toBe(canvas)
  expect(await painted(section(false).first(), 'border-bottom-color')).toBe(canvas)

  await page.goto(webUrl('/settings'))
  const save = page.getByRole('button', { name: 'Save changes' })
  expect(await painted(save, 'border-top-width')).toBe('1px')
  expect(await painted(save, 'border-top-color')).not.toBe(canvas)
})

test('A11Y-03 with high contrast, the current page of the sidebar and the focused menu item keep their marks', async ({ page }) => {
  await signIn(page)
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const current = sidebar.getByRole('link', { name: 'Dashboard' })
  expect(await painted(current, 'background-color')).not.toBe(
    await painted(sidebar.getByRole('link', { name: 'Settings' }), 'background-color'),
  )

  await page.getByRole('button', { name: /learner@academy\.test/ }).focus()
  await page.keyboard.press('Enter')
  const focused = page.getByRole('menuitem', { name: 'Settings' })
  await expect(focused).toBeFocused()
  const other = page.getByRole('menuitem', { name: 'Sign Out' })
  expect(await painted(focused, 'background-color')).not.toBe(await painted(other, 'background-color'))
  // the text must be readable on that background
  expect(await painted(focused, 'color')).not.toBe(await painted(focused, 'background-color'))
})

test('A11Y-03 with high contrast, the chosen currency keeps its mark', async ({ page }) => {
  await signIn(page)
  await page.goto(webUrl('/settings?tab=pricing'))
  const label = (name: string) => page.locator('label', { has: page.getByRole('radio', { name }) })
  await expect(page.getByRole('radio', { name: 'EUR' })).toBeAttached()
  const checked = (await page.getByRole('radio', { name: 'EUR' }).isChecked()) ? 'EUR' : 'USD'
  const other = checked === 'EUR' ? 'USD' : 'EUR'
  expect(await painted(label(checked), 'background-color')).not.toBe(await painted(label(other), 'background-color'))
})
