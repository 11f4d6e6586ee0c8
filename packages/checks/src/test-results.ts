import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from '@academy/operator'
import { z } from 'zod'

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const journeyRun = z.object({ duration: z.number(), errors: z.array(z.object({ message: z.string().optional() })).default([]) })

type Spec = { title: string; file: string; tests: { status: string; results: z.infer<typeof journeyRun>[] }[] }
type Suite = { specs?: Spec[] | undefined; suites?: Suite[] | undefined }
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    specs: z
      .array(
        z.object({
          title: z.string(),
          file: z.string(),
          tests: z.array(z.object({ status: z.string(), results: z.array(journeyRun) })),
        }),
      )
      .optional(),
    suites: z.array(suite).optional(),
  }),
)
const playwrightReport = z.object({ suites: z.array(suite) })

const specsIn = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsIn)]

/**
 * The last outcome of a test. `file` is relative to the project's root; `test` is the full name; `ms` is the time that it took; `errors` are
 * the messages of a failed one.
 */
export type TestResult = { file: string; test: string; outcome: 'passed' | 'failed' | 'skipped'; ms: number; errors: string[] }

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
  if (!existsSync(reportFile)) return [{ file: packageFolder, test: 'the tests wrote no report', outcome: 'failed', ms: 0, errors: [] }]
  const report: unknown = JSON.parse(readFileSync(reportFile, 'utf8'))
  const playwright = playwrightReport.safeParse(report)
  if (playwright.success) {
    return playwright.data.suites.flatMap(specsIn).flatMap(({ file, title, tests }) =>
      tests.map(({ status, results }) => {
        const ms = results.reduce((sum, { duration }) => sum + duration, 0)
        const errors = results.flatMap((result) => result.errors).flatMap(({ message }) => message ?? [])
        return { file: path.join(packageFolder, file), test: title, outcome: outcomeOf(status), ms, errors }
      }),
    )
  }
  return vitestReport.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(projectRoot, name)
    const tests = assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
      file,
      test: fullName,
      outcome: outcomeOf(status),
      ms: duration ?? 0,
      errors: failureMessages ?? [],
    }))
    const failedOutsideTests = outcomeOf(status) === 'failed' && !tests.some(({ outcome }) => outcome === 'failed')
    const errors = message ? [message] : []
    return failedOutsideTests ? [...tests, { file, test: 'the file itself', outcome: 'failed' as const, ms: 0, errors }] : tests
  })
}

const ERROR_LINES = 12

/** Returns a failed test with the first lines of its errors, for the end of a summary. */
export const describeFailure = ({ file, test, errors }: TestResult): string =>
  [`  failed: ${file}: ${test}`, ...stripVTControlCharacters(errors.join('\n')).split('\n', ERROR_LINES).filter(Boolean)].join('\n      ')

export function countOutcomes(results: readonly TestResult[]): Record<TestResult['outcome'], number> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { outcome } of results) counts[outcome] += 1
  return counts
}

/** Returns the three files whose tests took longest, with seconds. */
export const slowestFiles = (results: readonly TestResult[]): { file: string; seconds: number }[] =>
  [...Map.groupBy(results, ({ file }) => file)]
    .map(([file, tests]) => ({ file, seconds: Math.round(tests.reduce((sum, { ms }) => sum + ms, 0) / 1000) }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 3)
