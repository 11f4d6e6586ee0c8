import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from '../fixtures/test.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The width of a window of 1280 pixels at 400% zoom, in pixels. */
const NARROW_WIDTH = 320
const PHONE = { width: 390, height: 844 }

/** All rules, including the target size of WCAG 2.2 AA (24 pixels), which is off by default. Omits details of what passes, which take time. */
const ALL_RULES = { resultTypes: ['violations' as const], rules: { 'target-size': { enabled: true } } }
/** The rules about colors. Only their results can differ between the themes. */
const COLOR_RULES = {
  resultTypes: ['violations' as const],
  runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] },
}

/**
 * Expects no axe violations in the current state of the page, and no horizontal scrolling: at the size of its window, on a phone, and at 320 pixels.
 * Includes axe's best practices. Checks colors in both themes at the first size alone, because they do not depend on it. Restores the size of the window.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (size === null) throw new Error('The page has no fixed size.')
  await disableTransitions(page)
  await loadAxe(page)
  await expectNoViolations(page, 'light', ALL_RULES)
  await expectNoViolations(page, 'dark', COLOR_RULES)
  await expectNoScrolling(page)
  if (size.width > PHONE.width) {
    await page.setViewportSize(PHONE)
    await expectNoViolations(page, 'light', ALL_RULES)
    await expectNoScrolling(page)
  }
  await expectLargeFields(page)
  await page.setViewportSize({ width: NARROW_WIDTH, height: size.height })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(size)
}

async function expectNoScrolling(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectNoScrollingTabs(page)
}

/** Expects that neither the page nor an open dialog is wider than its window. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} of ${clientWidth} pixels`),
  )
  expect(wide, `at a width of ${page.viewportSize()?.width} pixels`).toEqual([])
}

/** Expects that no row of tabs scrolls up and down, which shows a stub of a scroll bar. */
async function expectNoScrollingTabs(page: Page): Promise<void> {
  const rows = page.locator('[role=tablist]')
  expect(
    await rows.evaluateAll((lists) => lists.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight).filter(Boolean)),
  ).toEqual([])
}

/** Expects that no text field has smaller text than 16 pixels: iOS would zoom into it. */
async function expectLargeFields(page: Page): Promise<void> {
  const fields = page.locator('input:not([type=checkbox], [type=radio], [type=file]), textarea, select')
  const small = await fields.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility() && Number.parseFloat(getComputedStyle(element).fontSize) < 16)
      .map((element) => element.outerHTML),
  )
  expect(small).toEqual([])
}

/** Loads axe into the page once for all of its checks, because compiling it takes as long as a check. */
async function loadAxe(page: Page): Promise<void> {
  // axe would see the element of a frame, but not what is in it
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

async function expectNoViolations(page: Page, colorScheme: 'light' | 'dark', rules: typeof ALL_RULES | typeof COLOR_RULES): Promise<void> {
  await page.emulateMedia({ colorScheme })
  const found = await page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options)
    return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }))
  }, rules)
  expect(found, `in the ${colorScheme} theme`).toEqual([])
}

/** Makes CSS transitions of the page end at once. Otherwise axe sees colors between two themes, because each level of the page starts its own. */
const disableTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, *::before, *::after, *::backdrop { transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
