import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '../local/settings.ts'

export type Counts = { passed: number; failed: number; skipped: number }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTestSuites: z.number(),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** What a package's last test run left behind, below its folder. */
export const resultFile = 'test-results/results.json'

/** Folders of all workspace packages that have tests. */
export const testedPackages = (): string[] =>
  globSync('{apps,packages}/*/package.json', { cwd: projectRoot })
    .filter((file) => {
      const { scripts = {} } = JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')) as { scripts?: Record<string, string> }
      return 'test' in scripts || 'e2e' in scripts
    })
    .map((file) => path.dirname(file))
    .sort()

/** Reads the report that a package's last test run left behind. A package without one counts as one failure: its tests never ran. */
export function countsOf(packageFolder: string): Counts {
  const file = path.join(projectRoot, packageFolder, resultFile)
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const browser = playwrightReport.safeParse(report)
  if (browser.success) {
    const { expected, unexpected, flaky, skipped } = browser.data.stats
    // A test that passes only on a second try is a failure: of the test or of the product.
    return { passed: expected, failed: unexpected + flaky, skipped }
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites } = vitestReport.parse(report)
  return {
    passed: numPassedTests,
    // A file that fails to load has no failed test of its own.
    failed: numFailedTests || (numFailedTestSuites > 0 ? 1 : 0),
    skipped: numPendingTests + numTodoTests,
  }
}

export const sum = (all: Counts[]): Counts =>
  all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }), {
    passed: 0,
    failed: 0,
    skipped: 0,
  })
