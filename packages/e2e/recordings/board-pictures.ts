import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { launchOptions } from '../fixtures/chromium.ts'
import { toWebp } from '../pictures/webp.ts'
import { openDrawingPage } from './drawing-page.ts'
import { FIVE_NOTES } from './five-notes.ts'
import { ProjectFolder } from './project-folder.ts'

// Takes the pictures of the finished board, light and dark, from the last checkpoint, and makes the preview picture of shared links from the
// light one: npx -y pnpm@10 --filter @academy/e2e pictures:board

/** Notes of the week before, so that the board shows what changed. */
const EARLIER_NOTES = [
  { text: 'Tom: can I send an invoice again?', source: 'mail', date: '2026-02-27', topics: ['invoices'] },
  { text: 'Jon: the export has no dates', source: 'call', date: '2026-02-26', topics: ['export'] },
  { text: 'Lena: where are last month’s invoices?', source: 'chat', date: '2026-02-24', topics: ['invoices'] },
  { text: 'Ida: the file opens with strange letters', source: 'chat', date: '2026-03-05', topics: ['export'] },
]
const notes = [...FIVE_NOTES, ...EARLIER_NOTES].toSorted((a, b) => a.date.localeCompare(b.date))

const folder = path.join(projectRoot, 'apps/web/public')
const board = await ProjectFolder.open('13')
// The folder's port is the first of five that are free.
const providerPort = Number(board.port) + 1
const address = `http://localhost:${board.port}`
const settings = `PROVIDER=http://localhost:${providerPort} BOARD_ADDRESS=${address} CLIENT_ID=board CLIENT_SECRET=practice MAIL_KEY=practice`
const browser = await chromium.launch(launchOptions)
try {
  await board.prepare(`env ${settings} node server.js --invite ana@board.example Ana owner`)
  await board.start(`env PRACTICE_PORT=${providerPort} node practice-provider.mjs`)
  await board.start(`env ${settings} node server.js`)
  const page = await browser.newPage({ viewport: { width: 700, height: 700 }, deviceScaleFactor: 1.5, timezoneId: 'UTC', locale: 'en-US' })
  await page.clock.setFixedTime(new Date('2026-03-06T15:00:00Z'))
  await page.goto(address)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'ana@board.example' }).click()
  await page.evaluate(async (all) => {
    for (const note of all) await fetch('/notes', { method: 'POST', body: JSON.stringify(note) })
  }, notes)
  await page.reload()
  await page.getByRole('button', { name: /^export 4/ }).waitFor()
  await page
    .getByRole('heading', { name: 'What comes up most' })
    .evaluate((heading) => scrollTo(0, heading.getBoundingClientRect().top - 20))
  // In the size of its place, so that the PNG of the preview stays small.
  const small = await page.screenshot({ scale: 'css' })
  for (const colorScheme of ['light', 'dark']) {
    // The board leaves its colors to the browser.
    await page.evaluate((scheme) => {
      document.documentElement.style.colorScheme = scheme
    }, colorScheme)
    await writeFile(path.join(folder, `board-${colorScheme}.webp`), await toWebp(browser, await page.screenshot()))
  }
  await page.close()

  const preview = await openDrawingPage(browser, 'social-image.html')
  await preview.setViewportSize({ width: 1200, height: 630 })
  await preview.locator('img').evaluate(
    (image: HTMLImageElement, source) => {
      image.src = source
      return image.decode()
    },
    `data:image/png;base64,${small.toString('base64')}`,
  )
  await sharp(await preview.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(path.join(folder, 'social-image.png'))
} finally {
  await browser.close()
  await board.close()
}
