import { type Academy, ADMIN_EMAIL } from '@academy/local'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { launchOptions } from '../fixtures/chromium.ts'
import { addSession, sessionOf } from './browser-session.ts'
import { isDecided } from './is-decided.ts'
import { measureReferenceWork, type ReferencePage } from './reference-page.ts'

/** Times are in milliseconds. The ratios compare the paint with that of the reference page, and the blocked time with its 300 cards. */
type FirstLoad = {
  what: string
  lcp: number
  lcpRatio: number
  lcpAtMost: number
  blocking: number
  blockingRatio: number
  cls: number
  requests: number
  bytes: number
  met: boolean
}

/** Budget for the blocked time, as a multiple of the time for the reference's 300 cards at the same CPU rate. */
export const BLOCKING_AT_MOST = 3.2

const slow4G = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) | 0, uploadThroughput: (750e3 / 8) | 0 }

type Observed = { lcp: number; cls: number; blocking: number }

/** Runs in the page before its own scripts. Records the largest paint, layout shifts, and the time of long tasks beyond 50 ms. */
function observe(): void {
  const seen: Observed = { lcp: 0, cls: 0, blocking: 0 }
  Object.assign(window, { firstLoad: seen })
  const on = (type: string, note: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value ?? 0
  })
  on('longtask', (entry) => {
    seen.blocking += Math.max(0, entry.duration - 50)
  })
}

async function measure(
  page: Page,
  url: string,
  usableBy: (page: Page) => Locator,
  finish: (page: Page) => Promise<number> = async () => 0,
): Promise<Observed & { requests: number; bytes: number; work: number }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', slow4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let requests = 0
  let bytes = 0
  cdp.on('Network.requestWillBeSent', () => requests++)
  cdp.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength
  })
  await page.goto(url)
  await usableBy(page).waitFor()
  const usable = { requests, bytes }
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  const observed = await page.evaluate(() => (window as unknown as { firstLoad: Observed }).firstLoad)
  const work = await finish(page)
  await cdp.detach()
  return { ...observed, requests: usable.requests, bytes, work }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

type Measured = {
  path: string
  /** Budgets for the largest paint, as multiples of that of the reference page. */
  lcpAtMost: { cold: number; warm: number }
  requestsAtMost: number
  usableBy: (page: Page) => Locator
  prepare?: (context: BrowserContext) => Promise<unknown>
}

type Load = Awaited<ReturnType<typeof measure>>
type Visit = 'cold' | 'warm'
type Options = {
  rounds: number
  /** The most rounds for a page whose rounds are undecided. */
  maxRounds: number
}

/**
 * Loads pages as on a slow phone (4x CPU, slow 4G), cold and warm, each beside the reference page. Returns medians of the rounds.
 */
export async function benchFirstLoad(academy: Academy, reference: ReferencePage, options: Options): Promise<FirstLoad[]> {
  const session = await sessionOf(academy, ADMIN_EMAIL)
  const pages: Measured[] = [
    {
      path: '/login',
      lcpAtMost: { cold: 1.5, warm: 1.6 },
      requestsAtMost: 8,
      usableBy: (page) => page.getByRole('button', { name: 'Sign in', exact: true }),
    },
    {
      path: '/dashboard',
      lcpAtMost: { cold: 2.6, warm: 2.9 },
      requestsAtMost: Number.POSITIVE_INFINITY,
      usableBy: (page) => page.getByRole('heading', { name: /^Welcome/ }),
      prepare: (context) => addSession(context, session),
    },
  ]
  const browser = await chromium.launch(launchOptions)
  const results: FirstLoad[] = []
  const referenceHeading = (page: Page) => page.getByRole('heading', { name: 'Reference page' })
  for (const { path, lcpAtMost, requestsAtMost, usableBy, prepare } of pages) {
    const all: Record<Visit, Load[]> = { cold: [], warm: [] }
    const references: typeof all = { cold: [], warm: [] }
    const isFast = (visit: Visit, { lcp, blocking }: Load, beside: Load | undefined) =>
      beside !== undefined && lcp <= beside.lcp * lcpAtMost[visit] && blocking <= beside.work * BLOCKING_AT_MOST
    const hasEnoughRounds = (visit: Visit) => isDecided(all[visit].map((one, round) => isFast(visit, one, references[visit][round])))
    for (let round = 0; round < options.maxRounds; round++) {
      if (round >= options.rounds && hasEnoughRounds('cold') && hasEnoughRounds('warm')) break
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      await context.addInitScript(observe)
      await prepare?.(context)
      for (const visit of ['cold', 'warm'] as const) {
        const page = await context.newPage()
        all[visit].push(await measure(page, academy.webUrl + path, usableBy))
        await page.close()
        const referencePage = await context.newPage()
        references[visit].push(await measure(referencePage, reference.url, referenceHeading, measureReferenceWork))
        await referencePage.close()
      }
      await context.close()
    }
    for (const visit of ['cold', 'warm'] as const) {
      const of = (name: keyof (typeof all)['cold'][number], from = all) => median(from[visit].map((one) => one[name]))
      const result = { lcp: of('lcp'), cls: of('cls'), blocking: of('blocking'), requests: of('requests'), bytes: of('bytes') }
      const lcpRatio = result.lcp / of('lcp', references)
      const blockingRatio = result.blocking / of('work', references)
      const met =
        lcpRatio <= lcpAtMost[visit] &&
        result.cls <= 0.01 &&
        blockingRatio <= BLOCKING_AT_MOST &&
        (visit === 'warm' || result.requests <= requestsAtMost)
      results.push({ what: `${path}, ${visit}`, ...result, lcpRatio, lcpAtMost: lcpAtMost[visit], blockingRatio, met })
    }
  }
  await browser.close()
  return results
}
