import { expect, inject, test } from 'vitest'
import { fuzzedEndpoints } from './endpoints.ts'
import { plansOf } from './plans.ts'
import { runFuzz } from './run-fuzz.ts'

const told = (seed: number) => [...plansOf(seed, 600)].map(({ endpoint: { name }, actor, url, body }) => [name, actor, url, body])

test('the same seed makes the same requests, to every endpoint there is', () => {
  expect(told(7)).toEqual(told(7))
  expect(told(7)).not.toEqual(told(8))
  const called = new Set(told(7).map(([name]) => name))
  expect(fuzzedEndpoints.filter(({ name }) => !called.has(name))).toEqual([])
})

test('API-12 D-109 a thousand requests of several accounts, valid and hostile: no failure, no answer outside of the contract, nothing of anybody else, no secret in the log', async () => {
  const { faults, reached, logLines, statuses } = await runFuzz(inject('postgresUrl'), { seed: 20_261_121, requests: 1_000, atATime: 8 })
  expect(faults).toEqual([])
  expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(1_000)
  // the run had successful responses and a log
  expect(reached.length).toBeGreaterThan(fuzzedEndpoints.length / 2)
  expect(logLines).toBeGreaterThan(500)
})
