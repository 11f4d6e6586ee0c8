import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { createEmptyDatabase } from '../../testing/test-database.ts'

const { app } = await buildTestApp()

test('API-12 responds to the liveness probe', async () => {
  const response = await app.inject('/api/health')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ status: 'ok' })
})

test('API-12 is ready when the database responds and has the schema of this build', async () => {
  const response = await app.inject('/api/ready')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ status: 'ready' })
})

test('is not ready on a database without migrations, and names the reason without details', async () => {
  const { app: early } = await buildTestApp({ env: { DATABASE_URL: await createEmptyDatabase() } })
  const response = await early.inject('/api/ready')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({ status: 'not_ready', reason: 'migrations_missing' })
})

test('is alive but not ready without a database', async () => {
  const { app: alone } = await buildTestApp({ env: { DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' } })
  const response = await alone.inject('/api/ready')
  expect([response.statusCode, response.json()]).toEqual([503, { status: 'not_ready', reason: 'database_unreachable' }])
  expect((await alone.inject('/api/health')).statusCode).toBe(200)
})
