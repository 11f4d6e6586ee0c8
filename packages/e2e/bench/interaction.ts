import { type Academy, ADMIN_EMAIL } from '@academy/local'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../fixtures/chromium.ts'
import { showPrompts } from '../fixtures/prompts.ts'
import { addSession, sessionOf } from './browser-session.ts'
import { measureReferenceWork, type ReferencePage } from './reference-page.ts'

/** `delay` and `reference`, the time for the reference's 300 cards, are in milliseconds. */
export type Interaction = { what: string; delay: number; reference: number; ratio: number; met: boolean }

/** Budget for the slowest interaction, as a multiple of the time for the reference's 300 cards at the same CPU rate. */
export const INTERACTION_AT_MOST = 3.2

/** Runs in the page. Records the longest time from a key or button press to the next paint. */
function observe(): void {
  Object.assign(window, { slowest: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId)
        Object.assign(window, { slowest: Math.max((window as unknown as { slowest: number }).slowest, entry.duration) })
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/** The interactions on a page; `act` resolves when they are done. */
const interactions: { what: string; path: string; prepare?: (page: Page) => Promise<void>; act: (page: Page) => Promise<void> }[] = [
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

const ROUNDS = 9

/** Measures the slowest interactions at 4x CPU, each beside the reference page. Returns the round with the median ratio. */
export async function benchInteraction(academy: Academy, referencePage: ReferencePage): Promise<Interaction[]> {
  const session = await sessionOf(academy, ADMIN_EMAIL)
  const browser = await chromium.launch(launchOptions)
  const results: Interaction[] = []
  for (const { what, path, prepare, act } of interactions) {
    const rounds: Interaction[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      await addSession(context, session)
      await context.addInitScript(observe)
      const page = await context.newPage()
      await prepare?.(page)
      await page.goto(academy.webUrl + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      const cdp = await context.newCDPSession(page)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await act(page)
      const delay = await page.evaluate(() => (window as unknown as { slowest: number }).slowest)
      // the same page, because the CPU rate belongs to it
      await page.goto(referencePage.url)
      await page.getByRole('button').waitFor()
      const reference = await measureReferenceWork(page)
      const ratio = delay / reference
      rounds.push({ what, delay, reference, ratio, met: delay > 0 && ratio <= INTERACTION_AT_MOST })
      await context.close()
    }
    results.push(rounds.toSorted((a, b) => a.ratio - b.ratio)[ROUNDS >> 1] as Interaction)
  }
  await browser.close()
  return results
}
