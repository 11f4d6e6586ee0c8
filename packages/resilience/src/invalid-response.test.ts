import { expect, test } from 'vitest'
import { invalidResponse } from './invalid-response.ts'
import { sendRequest } from './send-request.ts'

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
