import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import type { Browser, Page } from '@playwright/test'

/** Friday, March 6, 2026 in the course. */
const ANAS_FRIDAY = new Date('2026-03-06T15:00:00Z')
const fonts = createRequire(path.join(projectRoot, 'apps/web/package.json'))

/** Opens a page of this folder with the fonts of the web app, in the size of the clips. `prepare` runs before the page loads. */
export async function openDrawingPage(browser: Browser, file: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    timezoneId: 'UTC',
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(ANAS_FRIDAY)
  await page.route('http://localhost:9/**', (route) => {
    const [, font] = /\/fonts\/(.+)$/.exec(route.request().url()) ?? []
    if (font === undefined) return route.fulfill({ path: path.join(import.meta.dirname, file), contentType: 'text/html' })
    return route.fulfill({ path: fonts.resolve(font) })
  })
  await prepare?.(page)
  await page.goto('http://localhost:9/')
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())))
  return page
}
