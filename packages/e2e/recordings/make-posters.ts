import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { loadSampleContent, type Poster, posterDigest, postersOf } from '@academy/sample-content'
import { chromium } from '@playwright/test'
import { launchOptions } from '../fixtures/chromium.ts'
import { toWebp } from '../pictures/webp.ts'
import { openDrawingPage } from './drawing-page.ts'

// Makes the posters of the clips from the diagrams and titles of their tutorials: npx -y pnpm@10 --filter @academy/e2e posters

const content = path.join(projectRoot, 'packages/sample-content/content')
const browser = await chromium.launch(launchOptions)
try {
  const page = await openDrawingPage(browser, 'poster.html')
  const digests: Record<string, string> = {}
  for (const poster of postersOf(loadSampleContent().course)) {
    const fault = await page.evaluate((shown) => (window as unknown as { show(poster: Poster): string }).show(shown), poster)
    if (fault) throw new Error(`${poster.file}: ${fault}`)
    const picture = await toWebp(browser, await page.screenshot())
    writeFileSync(path.join(content, poster.file), picture)
    digests[poster.file] = posterDigest(poster)
    console.log(`${poster.file}: ${Math.round(picture.length / 1000)} kB`)
  }
  writeFileSync(path.join(content, 'posters.json'), `${JSON.stringify(digests, null, 2)}\n`)
} finally {
  await browser.close()
}
