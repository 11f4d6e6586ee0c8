import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test.ts'

/**
 * Expects that axe finds nothing on what the page shows now, best practices included, in either theme, and that nothing scrolls sideways.
 * One visit is enough for both: the page follows the device.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await colorsSettled(page)
    // WCAG 2.2 AA, and off by default: targets of 24 pixels, or as far apart.
    const { violations } = await new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } }).analyze()
    const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))
    expect(found, `in the ${colorScheme} theme`).toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

/** Inherited colours reach what is deep in the page one level after the other, each by a transition of its own, which is not waited for. */
const colorsSettled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let level = 0; level < 30; level++) {
      await frame()
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      if (transitions.length === 0) return
      for (const transition of transitions) transition.finish()
    }
  })
