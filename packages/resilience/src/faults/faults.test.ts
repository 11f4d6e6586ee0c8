import { expect, test } from 'vitest'
import { allScenarios } from './all-scenarios.ts'
import { ask, invalidResponse } from './fixture/answer.ts'
import { reportOf } from './report.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: new Headers(headers),
  ms: 1,
})
const error = { success: false, error: 'Not now.', message: 'Not now.', code: 'unavailable', request_id: 'r' }

test('an answer is honest that is right, or an error that says all it should', () => {
  expect(invalidResponse(answer(200, 'anything'))).toBeUndefined()
  expect(invalidResponse(answer(503, error, { 'retry-after': '5' }))).toBeUndefined()
  expect(invalidResponse(answer(404, { ...error, code: 'not_found' }))).toBeUndefined()
  expect(invalidResponse(answer(503, error))).toContain('Retry-After')
  expect(invalidResponse(answer(500, error))).toContain('500')
  expect(invalidResponse(answer(502, '<h1>Bad Gateway</h1>'))).toContain('error shape')
  expect(invalidResponse(answer(400, { ...error, stack: 'at …' }))).toContain('error shape')
})

test('an unreachable server is a result, and a failed one', async () => {
  expect(invalidResponse(await ask('http://127.0.0.1:9/'))).toContain('no answer')
})

test('the report names each scenario, its figures and what is not as designed', () => {
  const [scenario] = allScenarios
  if (!scenario) throw new Error('there is no scenario')
  const outcome = { ...scenario, figures: { lost: 1234 }, faults: ['a | b'], seconds: 1 }
  expect(reportOf([outcome])).toContain('| lost: 1,234 | **not as designed**: a \\| b | 1 |')
  expect(new Set(allScenarios.map(({ name }) => name)).size).toBe(allScenarios.length)
})
