import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { afterAll, expect, test } from 'vitest'
import { countOutcomes, describeFailure, resultsOf, slowestFiles, testedPackages } from './test-results.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'academy-results-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a report file. Returns the folder of its package, relative to the project's root. */
const writeReport = (content: object): string => {
  mkdirSync(path.join(folder, 'test-results'), { recursive: true })
  writeFileSync(path.join(folder, 'test-results/results.json'), JSON.stringify(content))
  return path.relative(projectRoot, folder)
}

test('counts results by outcome, and a package without a report as one failure', () => {
  expect(countOutcomes(['packages/no-such-package', 'packages/neither'].flatMap(resultsOf))).toEqual({ passed: 0, failed: 2, skipped: 0 })
  const specs = ['expected', 'unexpected', 'flaky', 'skipped'].map((status) => ({
    title: status,
    file: 'a.e2e.ts',
    tests: [{ status, results: [] }],
  }))
  expect(countOutcomes(resultsOf(writeReport({ suites: [{ specs }] })))).toEqual({ passed: 1, failed: 2, skipped: 1 })
})

test('returns each test with its outcome, and a failed result for a file that failed to load or clean up', () => {
  const file = (name: string) => path.join(projectRoot, 'apps/web/src', name)
  const assertionResults = [
    { fullName: 'a sum is right', status: 'passed' },
    { fullName: 'a sum is small', status: 'failed' },
    { fullName: 'a sum is later', status: 'pending' },
  ]
  const testResults = [
    { name: file('sum.test.ts'), status: 'failed', assertionResults },
    { name: file('broken.test.ts'), status: 'failed', assertionResults: [] },
    { name: file('untidy.test.ts'), status: 'failed', assertionResults: assertionResults.slice(0, 1) },
  ]
  expect(resultsOf(writeReport({ testResults })).map(({ ms, errors, ...result }) => result)).toEqual([
    { file: 'apps/web/src/sum.test.ts', test: 'a sum is right', outcome: 'passed' },
    { file: 'apps/web/src/sum.test.ts', test: 'a sum is small', outcome: 'failed' },
    { file: 'apps/web/src/sum.test.ts', test: 'a sum is later', outcome: 'skipped' },
    { file: 'apps/web/src/broken.test.ts', test: 'the file itself', outcome: 'failed' },
    { file: 'apps/web/src/untidy.test.ts', test: 'a sum is right', outcome: 'passed' },
    { file: 'apps/web/src/untidy.test.ts', test: 'the file itself', outcome: 'failed' },
  ])
  const specs = ['expected', 'flaky', 'skipped'].map((status) => ({
    title: status,
    file: 'journeys/a.e2e.ts',
    tests: [{ status, results: [] }],
  }))
  const journeys = resultsOf(writeReport({ suites: [{ suites: [{ specs }] }] }))
  expect(journeys.map(({ test, outcome }) => [test, outcome])).toEqual([
    ['expected', 'passed'],
    ['flaky', 'failed'],
    ['skipped', 'skipped'],
  ])
})

test('describes a failed test by the first lines of its errors', () => {
  const lines = Array.from({ length: 30 }, (_unused, i) => `line ${i}`)
  const assertionResults = [
    { fullName: 'a sum', status: 'failed', failureMessages: ['\x1b[31mError: 2 is not 3\x1b[39m', lines.join('\n')] },
  ]
  const testResults = [
    { name: path.join(projectRoot, 'sum.test.ts'), status: 'failed', assertionResults },
    { name: path.join(projectRoot, 'broken.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
  ]
  const [sum, broken] = resultsOf(writeReport({ testResults })).map(describeFailure)
  expect(sum?.split('\n').slice(0, 3)).toEqual(['  failed: sum.test.ts: a sum', '      Error: 2 is not 3', '      line 0'])
  expect(sum).not.toContain('line 20')
  expect(broken).toBe('  failed: broken.test.ts: the file itself\n      no such module')
  const tests = [{ status: 'unexpected', results: [{ duration: 1, errors: [{ message: 'no button' }] }] }]
  const [journey] = resultsOf(writeReport({ suites: [{ specs: [{ title: 'a journey', file: 'a.e2e.ts', tests }] }] }))
  expect(journey && describeFailure(journey)).toContain('no button')
})

test('names the three files whose tests took longest', () => {
  const vitest = ['a', 'b', 'c', 'd'].map((name, i) => ({
    name: path.join(projectRoot, `${name}.test.ts`),
    status: 'passed',
    assertionResults: [1000, 2000 * i].map((duration) => ({ fullName: 'a test', status: 'passed', duration })),
  }))
  expect(slowestFiles(resultsOf(writeReport({ testResults: vitest })))).toEqual([
    { file: 'd.test.ts', seconds: 7 },
    { file: 'c.test.ts', seconds: 5 },
    { file: 'b.test.ts', seconds: 3 },
  ])
  const tests = [{ status: 'expected', results: [{ duration: 1500 }, { duration: 2500 }] }]
  const journeys = resultsOf(writeReport({ suites: [{ specs: [{ title: 'a journey', file: 'a.e2e.ts', tests }] }] }))
  expect(slowestFiles(journeys)).toMatchObject([{ seconds: 4 }])
})

test('lists every package with tests, including the journeys', () => {
  expect(testedPackages()).toEqual(expect.arrayContaining(['apps/api', 'apps/web', 'packages/checks', 'packages/e2e', 'packages/standins']))
})
