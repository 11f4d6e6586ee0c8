import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '@academy/operator'
import type { Browser, Page } from '@playwright/test'

/** The time that the recorded pages show: the Friday of the course's story. */
const RECORDED_TIME = new Date('2026-03-06T15:00:00Z')
const mediabunny = fileURLToPath(new URL('../../bundles/mediabunny.mjs', import.meta.resolve('mediabunny')))
const requireFromWebApp = createRequire(path.join(projectRoot, 'apps/web/package.json'))

/** Opens a page of this folder with the fonts of the web app, in the size of the clips. `prepare` runs before the page loads. */
export async function openDrawingPage(browser: Browser, file: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    timezoneId: 'UTC',
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(RECORDED_TIME)
  await page.route('http://localhost:9/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/mediabunny.js') return route.fulfill({ path: mediabunny, contentType: 'text/javascript' })
    const [, font] = /^\/fonts\/(.+)$/.exec(pathname) ?? []
    if (font === undefined) return route.fulfill({ path: path.join(import.meta.dirname, file), contentType: 'text/html' })
    return route.fulfill({ path: requireFromWebApp.resolve(font) })
  })
  await prepare?.(page)
  await page.goto('http://localhost:9/')
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())))
  return page
}
