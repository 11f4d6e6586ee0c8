import { setTimeout } from 'node:timers/promises'
import { type Academy, DEMO_PASSWORD } from '@academy/local'
import { type Browser, chromium } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { launchOptions } from '../fixtures/chromium.ts'
import { SESSION_KEY } from '../fixtures/test.ts'

/** Times are in milliseconds. `busy` is the processor time of the page's main thread, `paint` the time of the largest paint. */
export type PageLoad = { busy: number; kB: number; paint: number }

const LESSON = '/courses/master-course/sessions/start-from-the-problem/tutorials/what-you-can-build'
export const PAGES = ['/welcome', '/dashboard', LESSON]

/** A slow phone: 4x CPU, slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const CPU_RATE = 4
/** How long such a phone works after the network is quiet: session replay starts then. */
const AFTERWARDS_MS = 5000

export const launchBrowser = (): Promise<Browser> => chromium.launch(launchOptions)

/** Signs in the owner of the demo course and returns its session as the web app stores it in localStorage. */
export async function ownerSession({ standins }: Academy): Promise<string> {
  const { auth } = createClient(standins.supabaseUrl, standins.anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await auth.signInWithPassword({ email: 'owner@academy.test', password: DEMO_PASSWORD })
  if (error) throw error
  return JSON.stringify(data.session)
}

/** Runs in the page. Returns the time of its largest paint. */
const largestPaint = () =>
  new Promise<number>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN))
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
  })

/** Loads a page cold, and with `slow` as on a slow phone and again warm. With `session` as a signed-in user. */
export async function loadPage(
  browser: Browser,
  url: string,
  { session, slow = false }: { session?: string | undefined; slow?: boolean },
): Promise<[cold: PageLoad, warm?: PageLoad]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  if (session) await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const)
  const load = async (): Promise<PageLoad> => {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    let bytes = 0
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await cdp.send('Network.enable')
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    if (slow) await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
    if (slow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (slow) await setTimeout(AFTERWARDS_MS)
    const { metrics } = await cdp.send('Performance.getMetrics')
    const paint = await page.evaluate(largestPaint)
    await page.close()
    return { paint, busy: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000, kB: bytes / 1000 }
  }
  const loads: [PageLoad, PageLoad?] = slow ? [await load(), await load()] : [await load()]
  await context.close()
  return loads
}
