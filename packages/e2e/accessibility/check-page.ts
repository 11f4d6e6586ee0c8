import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test.ts'

/** All rules, including the target size of WCAG 2.2 AA (24 pixels), which is off by default. */
const ALL_RULES = { rules: { 'target-size': { enabled: true } } }
/** The rules about colors. Only their results can differ between the themes. */
const COLOR_RULES = { runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } }

/** Expects no axe violations in the current state of the page, in both themes, and no horizontal scrolling. Includes axe's best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, 'light', ALL_RULES)
  await expectNoViolations(page, 'dark', COLOR_RULES)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

async function expectNoViolations(page: Page, colorScheme: 'light' | 'dark', rules: typeof ALL_RULES | typeof COLOR_RULES): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await finishColorTransitions(page)
  // legacy mode opens no second page for frames of other origins, which the academy does not have
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(rules).analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))
  expect(found, `in the ${colorScheme} theme`).toEqual([])
}

/** Finishes all CSS transitions, repeatedly, because an inherited color starts a transition at each level of the page. */
const finishColorTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let level = 0; level < 30; level++) {
      await frame()
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      if (transitions.length === 0) return
      for (const transition of transitions) transition.finish()
    }
  })
