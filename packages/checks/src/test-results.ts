import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { z } from 'zod'

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

type Spec = { title: string; file: string; tests: { status: string }[] }
type Suite = { specs?: Spec[] | undefined; suites?: Suite[] | undefined }
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    specs: z.array(z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) })).optional(),
    suites: z.array(suite).optional(),
  }),
)
const playwrightReport = z.object({ suites: z.array(suite) })

const specsIn = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsIn)]

/** The last outcome of a test. `file` is relative to the project's root; `test` is the full name. */
export type TestResult = { file: string; test: string; outcome: 'passed' | 'failed' | 'skipped' }

/** Path of the JSON report that Vitest or Playwright writes, relative to the package. */
const resultFile = 'test-results/results.json'

/** Returns the folders of all workspace packages that have tests, relative to the project's root. */
export const testedPackages = (): string[] =>
  globSync('{apps,packages}/*/package.json', { cwd: projectRoot })
    .filter((file) => {
      const { scripts = {} } = JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')) as { scripts?: Record<string, string> }
      return 'test' in scripts || 'e2e' in scripts
    })
    .map((file) => path.dirname(file))
    .sort()

const outcomes: Record<string, TestResult['outcome']> = {
  passed: 'passed',
  expected: 'passed',
  failed: 'failed',
  unexpected: 'failed',
  flaky: 'failed',
}
const outcomeOf = (status: string): TestResult['outcome'] => outcomes[status] ?? 'skipped'

/** Returns when the last test run of a package ended, in milliseconds since 1970, or undefined without a report. */
export const resultFileTime = (packageFolder: string): number | undefined =>
  statSync(path.join(projectRoot, packageFolder, resultFile), { throwIfNoEntry: false })?.mtimeMs

/**
 * Returns the results of a package's last test run. Adds a failed result if the report is missing, and for each test file that failed to load
 * or whose hooks failed.
 */
export function resultsOf(packageFolder: string): TestResult[] {
  const reportFile = path.join(projectRoot, packageFolder, resultFile)
  if (!existsSync(reportFile)) return [{ file: packageFolder, test: 'the tests wrote no report', outcome: 'failed' }]
  const report: unknown = JSON.parse(readFileSync(reportFile, 'utf8'))
  const playwright = playwrightReport.safeParse(report)
  if (playwright.success) {
    return playwright.data.suites
      .flatMap(specsIn)
      .flatMap(({ file, title, tests }) =>
        tests.map(({ status }) => ({ file: path.join(packageFolder, file), test: title, outcome: outcomeOf(status) })),
      )
  }
  return vitestReport.parse(report).testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(projectRoot, name)
    const tests = assertionResults.map(({ fullName, status }) => ({ file, test: fullName, outcome: outcomeOf(status) }))
    const failedOutsideTests = outcomeOf(status) === 'failed' && !tests.some(({ outcome }) => outcome === 'failed')
    return failedOutsideTests ? [...tests, { file, test: 'the file itself', outcome: 'failed' as const }] : tests
  })
}

/** Counts results by outcome. */
export function countOutcomes(results: readonly TestResult[]): Record<TestResult['outcome'], number> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { outcome } of results) counts[outcome] += 1
  return counts
}
