import { CancelledError, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { clearServerState, createQueryClient, reloadQueries, retryDelayMs, shouldRetry } from './query-client.ts'

const failure = (status: number, retryAfter?: number) =>
  new ApiError({ status, code: status ? 'internal' : 'network', message: 'x', retryAfter })

test.each([400, 401, 403, 404, 429])('does not retry status %i', (status) => {
  expect(shouldRetry(0, failure(status))).toBe(false)
})

test.each([0, 500, 502, 503])('retries an outage (%i) twice, after one second and after two', (status) => {
  expect([0, 1, 2].map((failures) => shouldRetry(failures, failure(status)))).toEqual([true, true, false])
  expect([0, 1].map((failures) => retryDelayMs(failures, failure(status)))).toEqual([1000, 2000])
})

test.each([429, 503])('waits for a short Retry-After of a %i and gives up on a long one', (status) => {
  expect(shouldRetry(0, failure(status, 3))).toBe(true)
  expect(retryDelayMs(0, failure(status, 3))).toBe(3000)
  expect(shouldRetry(0, failure(status, 60))).toBe(false)
})

test('does not retry programming errors', () => {
  expect(shouldRetry(0, new TypeError('undefined is not a function'))).toBe(false)
})

test('D-12 signing out clears the cache and discards pending responses', async () => {
  const client = createQueryClient()
  client.setQueryData(['account', 'context'], { email: 'ada@example.com' })
  const underway = client.fetchQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const outcome = underway.catch((error: unknown) => error)
  clearServerState(client)
  expect(client.getQueryCache().getAll()).toEqual([])
  await expect(outcome).resolves.toBeInstanceOf(CancelledError)
})

test('reloads a query whose first load began before the change', async () => {
  const client = createQueryClient()
  const responses = [new Promise<string>(() => {}), Promise.resolve('new')]
  const observer = new QueryObserver(client, { queryKey: ['notes'], queryFn: () => responses.shift() })
  const stop = observer.subscribe(() => {})
  await reloadQueries(client, { queryKey: ['notes'] })
  expect(client.getQueryData(['notes'])).toBe('new')
  stop()
})
