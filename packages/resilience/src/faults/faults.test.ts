import { expect, test } from 'vitest'
import { invalidResponse } from '../invalid-response.ts'
import { sendRequest } from '../send-request.ts'
import { allScenarios } from './all-scenarios.ts'
import { reportOf } from './report.ts'

const response = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: new Headers(headers),
  ms: 1,
})
const error = { success: false, error: 'Not now.', message: 'Not now.', code: 'unavailable', request_id: 'r' }

test('accepts successes and complete errors, and finds the problem of any other response', () => {
  expect(invalidResponse(response(200, 'anything'))).toBeUndefined()
  expect(invalidResponse(response(503, error, { 'retry-after': '5' }))).toBeUndefined()
  expect(invalidResponse(response(404, { ...error, code: 'not_found' }))).toBeUndefined()
  expect(invalidResponse(response(503, error))).toContain('Retry-After')
  expect(invalidResponse(response(500, error))).toContain('500')
  expect(invalidResponse(response(502, '<h1>Bad Gateway</h1>'))).toContain('error shape')
  expect(invalidResponse(response(400, { ...error, stack: 'at …' }))).toContain('error shape')
})

test('returns an invalid response for an unreachable server, without throwing', async () => {
  expect(invalidResponse(await sendRequest('http://127.0.0.1:9/'))).toContain('no response')
})

test('the report shows the metrics and failures of a scenario', () => {
  const [scenario] = allScenarios
  if (!scenario) throw new Error('there is no scenario')
  const outcome = { ...scenario, metrics: { lost: 1234 }, failures: ['a | b'], seconds: 1 }
  expect(reportOf([outcome])).toContain('| lost: 1,234 | **not as designed**: a \\| b | 1 |')
  expect(new Set(allScenarios.map(({ name }) => name)).size).toBe(allScenarios.length)
})
