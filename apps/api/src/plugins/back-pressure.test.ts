import { apiError } from '@academy/contract'
import { expect, test, vi } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { stopClock } from '../testing/stop-clock.ts'
import { unexpectedLines } from '../testing/unexpected-lines.ts'

const workFor = (ms: number) => {
  const until = Date.now() + ms
  while (Date.now() < until);
}

test('an overloaded process responds with 503 but serves probes, and recovers', async () => {
  const { app, signIn, logs } = await buildTestApp({ env: { MAX_EVENT_LOOP_DELAY_MS: '100' } })
  const headers = await signIn()
  // the log has one line for each interval, however long the machine takes for this test
  stopClock()
  const ask = () => app.inject({ url: '/api/accounts/context', headers })
  const isServed = () => vi.waitFor(async () => expect((await ask()).statusCode).toBe(200), { timeout: 60_000, interval: 200 })
  // A busy machine may delay the first requests as long.
  await isServed()

  // Blocks the event loop until the delay in one of the measured intervals exceeds the limit.
  const response = await vi.waitFor(
    async () => {
      workFor(600)
      const response = await ask()
      expect(response.statusCode).toBe(503)
      return response
    },
    { timeout: 60_000, interval: 10 },
  )
  expect(response.headers['retry-after']).toBe('5')
  expect(apiError.strict().parse(response.json()).code).toBe('unavailable')
  expect((await app.inject('/api/health')).statusCode).toBe(200)
  expect((await app.inject('/api/ready')).statusCode).toBe(200)
  expect((await app.inject('/metrics')).statusCode).toBe(200)

  for (let call = 0; call < 20; call += 1) await ask()
  expect(unexpectedLines(logs).map((line) => JSON.parse(line).msg)).toEqual(['refusing requests: the process is overloaded'])

  await isServed()
})

test('a process above its memory limit responds with 503', async () => {
  const { app, signIn } = await buildTestApp({ env: { MAX_RSS_MB: '1' } })
  const headers = await signIn()
  const ask = () => app.inject({ url: '/api/accounts/context', headers })
  await vi.waitFor(async () => expect((await ask()).statusCode).toBe(503), { timeout: 60_000, interval: 200 })
})
