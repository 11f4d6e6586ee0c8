import { type Academy, ADMIN_EMAIL } from '@academy/local'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../fixtures/chromium.ts'
import { showPrompts } from '../fixtures/prompts.ts'
import { SESSION_KEY } from '../fixtures/test.ts'
import { sessionOf } from './browser-session.ts'

export type Interaction = { what: string; delay: number; met: boolean }

/** Runs in the page: notes the longest time from a press of a key or a button to the next paint. */
function observe(): void {
  Object.assign(window, { slowest: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId)
        Object.assign(window, { slowest: Math.max((window as unknown as { slowest: number }).slowest, entry.duration) })
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/** What is done on a page, and what to wait for so that it is over. */
const doings: { what: string; path: string; prepare?: (page: Page) => Promise<void>; act: (page: Page) => Promise<void> }[] = [
  {
    what: 'from page to page',
    path: '/dashboard',
    act: async (page) => {
      for (const name of ['Settings', 'My Prompts', 'Community', 'Dashboard']) {
        await page.getByRole('button', { name: 'Open menu' }).click()
        await page.getByRole('dialog').getByRole('link', { name, exact: true }).click()
        await page.waitForLoadState('networkidle')
      }
    },
  },
  {
    what: 'search in 10,000 resources',
    path: '/resources',
    act: async (page) => {
      await page.getByRole('searchbox').pressSequentially('review a change', { delay: 150 })
      await page.waitForTimeout(1000)
    },
  },
  {
    what: 'search in 1,000 prompts',
    path: '/my-prompts',
    prepare: (page) => showPrompts(page, 1000),
    act: async (page) => {
      await page.getByRole('searchbox').pressSequentially('interview 9', { delay: 150 })
      await page.waitForTimeout(1000)
    },
  },
]

/** The slowest of the interactions with a phone four times slower than this machine, in ms; the median of `rounds`. */
export async function benchInteraction(academy: Academy, options: { rounds: number }): Promise<Interaction[]> {
  const session = await sessionOf(academy, ADMIN_EMAIL)
  const browser = await chromium.launch(launchOptions)
  const results: Interaction[] = []
  for (const { what, path, prepare, act } of doings) {
    const delays: number[] = []
    for (let round = 0; round < options.rounds; round++) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const)
      await context.addInitScript(observe)
      const page = await context.newPage()
      await prepare?.(page)
      await page.goto(academy.webUrl + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      const cdp = await context.newCDPSession(page)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await act(page)
      delays.push(await page.evaluate(() => (window as unknown as { slowest: number }).slowest))
      await context.close()
    }
    const delay = delays.toSorted((a, b) => a - b)[delays.length >> 1] ?? Number.NaN
    results.push({ what, delay, met: delay > 0 && delay <= 100 })
  }
  await browser.close()
  return results
}
