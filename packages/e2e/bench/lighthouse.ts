import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findFreePorts } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { loadSampleContent } from '@academy/sample-content'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { launchOptions } from '../fixtures/chromium.ts'
import { startTemporaryAcademy } from '../fixtures/temporary-academy.ts'

// Starts an academy and measures pages for visitors with Lighthouse's slow phone. Exit code 1 if a budget is missed.

/** Minimum score of 100, in each category. */
const SCORE_AT_LEAST = 95
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
/** Maximum size of the compressed HTML, styles and scripts of /welcome, in bytes. */
const WELCOME_AT_MOST = 60_000

const [free] = loadSampleContent().course.sessions.flatMap(({ free: isFree, tutorials }) =>
  tutorials.filter((tutorial) => isFree || tutorial.free),
)
const results = path.join(projectRoot, 'packages/e2e/test-results')
await mkdir(results, { recursive: true })
const academy = await startTemporaryAcademy({ durable: false })
const { web: port } = await findFreePorts()
const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`] })

/** Returns the bytes that a page loads, without fonts and pictures, from Lighthouse's list of requests. */
function bytesOf(details: unknown): number {
  const { items } = details as { items: { resourceType?: string; transferSize: number }[] }
  return items
    .filter(({ resourceType = '' }) => ['Document', 'Stylesheet', 'Script'].includes(resourceType))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)
}

try {
  for (const page of ['/welcome', `/free/${free?.slug}`]) {
    const run = await lighthouse(academy.webUrl + page, { port, output: 'json', onlyCategories: CATEGORIES, logLevel: 'error' })
    if (run === undefined) throw new Error(`Lighthouse has no result for ${page}.`)
    const { categories, audits } = run.lhr
    await writeFile(path.join(results, `lighthouse${page.replaceAll('/', '-')}.json`), String(run.report))
    const scores = CATEGORIES.map((name): [string, number] => [name, Math.round((categories[name]?.score ?? 0) * 100)])
    const bytes = bytesOf(audits['network-requests']?.details)
    const failed = Object.values(audits).filter(
      ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
    )
    console.log(`${page}: ${scores.map(([name, score]) => `${name} ${score}`).join(', ')}; ${(bytes / 1000).toFixed(1)} kB`)
    for (const { id, title, displayValue = '' } of failed) console.log(`  ${id}: ${title} ${displayValue}`)
    const isTooLarge = page === '/welcome' && bytes > WELCOME_AT_MOST
    if (isTooLarge) console.log(`  more than ${WELCOME_AT_MOST / 1000} kB`)
    if (isTooLarge || scores.some(([, score]) => score < SCORE_AT_LEAST)) process.exitCode = 1
  }
} finally {
  await browser.close()
  await academy.stop()
}
