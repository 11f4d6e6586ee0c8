import { expect, inject, test } from 'vitest'
import { fuzzedEndpoints } from './endpoints.ts'
import { generateRequests } from './generated-requests.ts'
import { runFuzz } from './run-fuzz.ts'

const requestsOf = (seed: number) =>
  [...generateRequests(seed, 10 * fuzzedEndpoints.length)].map(({ endpoint: { name }, actor, url, body }) => [name, actor, url, body])

test('the same seed generates the same requests, and some for every endpoint', () => {
  expect(requestsOf(7)).toEqual(requestsOf(7))
  expect(requestsOf(7)).not.toEqual(requestsOf(8))
  const called = new Set(requestsOf(7).map(([name]) => name))
  expect(fuzzedEndpoints.filter(({ name }) => !called.has(name))).toEqual([])
})

test('API-12 D-109 a thousand valid and hostile requests find no failure, no response outside the contract, no leak between accounts and no secret in the log', async () => {
  const { failures, reached, logLines, statuses } = await runFuzz(inject('postgresUrl'), {
    seed: 20_261_121,
    requests: 1_000,
    concurrency: 8,
  })
  expect(failures, failures.map(({ request, problems }) => `${request}: ${problems}`).join('\n')).toEqual([])
  expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(1_000)
  // the run had successful responses and a log
  expect(reached.length).toBeGreaterThan(fuzzedEndpoints.length / 2)
  expect(reached).toContain('courses.sessionCheckpoint')
  expect(logLines).toBeGreaterThan(500)
})
