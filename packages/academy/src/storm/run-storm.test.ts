import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../testing/start-database.ts'
import { runStorm } from './run-storm.ts'

let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('R-09 a storm of repeated and shuffled webhooks over two instances that are killed in it leaves nobody with anything else than at Stripe', async () => {
  const storm = { customers: 30, webhooks: 400, inFlight: 50, kills: 2, instances: 2, lostPercent: 5 }
  const { differences, answered } = await runStorm(server.url, storm)
  expect(differences).toEqual([])
  expect(answered).toBe(400)
}, 240_000)
