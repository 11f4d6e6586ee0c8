import { apiError } from '@academy/contract'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'

test('a request that hangs, here on a locked table, is answered in time; the next one is well again', async () => {
  const { app, config, signIn } = await buildTestApp({ env: { REQUEST_TIMEOUT_SECONDS: '1' } })
  const headers = await signIn()
  const ask = () => app.inject({ url: '/api/accounts/context', headers })
  const sql = postgres(config.databaseUrl, { max: 1 })
  onTestFinished(() => sql.end())

  await sql.begin(async (transaction) => {
    await transaction`lock table accounts in access exclusive mode`
    const response = await ask()
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(apiError.strict().parse(response.json()).code).toBe('unavailable')
  })
  expect((await ask()).statusCode).toBe(200)
})
