import { apiError } from '@academy/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'

const pause = (ms: number) => new Promise((later) => setTimeout(later, ms))

test('a process without time refuses politely, still answers probes, and recovers', async () => {
  const { app, signIn, logs } = await buildTestApp({ env: { MAX_EVENT_LOOP_DELAY_MS: '100' } })
  const headers = await signIn()
  const ask = () => app.inject({ url: '/api/accounts/context', headers })
  expect((await ask()).statusCode).toBe(200)

  // One long stretch of work within the second that is measured.
  const until = performance.now() + 1_200
  while (performance.now() < until);
  await pause(50)
  const response = await ask()
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('5')
  expect(apiError.strict().parse(response.json()).code).toBe('unavailable')
  expect((await app.inject('/api/health')).statusCode).toBe(200)
  expect((await app.inject('/api/ready')).statusCode).toBe(200)
  expect((await app.inject('/metrics')).statusCode).toBe(200)

  for (let call = 0; call < 20; call += 1) await ask()
  expect(logs.map((line) => JSON.parse(line).msg)).toEqual(['too busy: requests are refused'])

  await pause(2_100)
  expect((await ask()).statusCode).toBe(200)
})

test('so does one that needs too much memory', async () => {
  const { app, signIn } = await buildTestApp({ env: { MAX_RSS_MB: '1' } })
  await pause(1_100)
  const response = await app.inject({ url: '/api/accounts/context', headers: await signIn() })
  expect(response.statusCode).toBe(503)
})
