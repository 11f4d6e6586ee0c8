import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { loadSampleContent, type Poster, posterDigest, postersOf } from '@academy/sample-content'
import { chromium } from '@playwright/test'
import { launchOptions } from '../fixtures/chromium.ts'
import { toWebp } from '../pictures/webp.ts'
import { openDrawingPage } from './drawing-page.ts'

// Makes the posters of the clips from the diagrams and titles of their tutorials: npx -y pnpm@10 --filter @academy/e2e posters

const contentFolder = path.join(projectRoot, 'packages/sample-content/content')
const browser = await chromium.launch(launchOptions)
try {
  const page = await openDrawingPage(browser, 'poster.html')
  const digests: Record<string, string> = {}
  for (const poster of postersOf(loadSampleContent().course)) {
    const problem = await page.evaluate((shown) => (window as unknown as { show(poster: Poster): string }).show(shown), poster)
    if (problem) throw new Error(`${poster.file}: ${problem}`)
    const picture = await toWebp(browser, await page.screenshot())
    writeFileSync(path.join(contentFolder, poster.file), picture)
    digests[poster.file] = posterDigest(poster)
    console.log(`${poster.file}: ${Math.round(picture.length / 1000)} kB`)
  }
  writeFileSync(path.join(contentFolder, 'posters.json'), `${JSON.stringify(digests, null, 2)}\n`)
} finally {
  await browser.close()
}
