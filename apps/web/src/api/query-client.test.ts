import { CancelledError } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { createQueryClient, forgetServerState, isWorthRetrying, waitBeforeRetry } from './query-client.ts'

const failure = (status: number, retryAfter?: number) =>
  new ApiError({ status, code: status ? 'internal' : 'network', message: 'x', retryAfter })

test.each([400, 401, 403, 404, 429])('what the server refuses with %i is not asked again', (status) => {
  expect(isWorthRetrying(0, failure(status))).toBe(false)
})

test.each([0, 500, 502, 503])('an outage (%i) is tried twice more, a second and then two apart', (status) => {
  expect([0, 1, 2].map((failures) => isWorthRetrying(failures, failure(status)))).toEqual([true, true, false])
  expect([0, 1].map((failures) => waitBeforeRetry(failures, failure(status)))).toEqual([1000, 2000])
})

test.each([429, 503])('Retry-After of a %i is waited for when it is short, else the person is told', (status) => {
  expect(isWorthRetrying(0, failure(status, 3))).toBe(true)
  expect(waitBeforeRetry(0, failure(status, 3))).toBe(3000)
  expect(isWorthRetrying(0, failure(status, 60))).toBe(false)
})

test('a bug is not retried', () => {
  expect(isWorthRetrying(0, new TypeError('undefined is not a function'))).toBe(false)
})

test('D-12 signing out drops everything known, also answers that are still on their way', async () => {
  const client = createQueryClient()
  client.setQueryData(['account', 'context'], { email: 'ada@example.com' })
  const underway = client.fetchQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const outcome = underway.catch((error: unknown) => error)
  forgetServerState(client)
  expect(client.getQueryCache().getAll()).toEqual([])
  await expect(outcome).resolves.toBeInstanceOf(CancelledError)
})
