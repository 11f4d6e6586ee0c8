import { expect, inject, test } from 'vitest'
import { runStorm } from './run-storm.ts'

test('R-09 a storm of repeated and shuffled webhooks over two instances that are killed in it ends in the same state as Stripe', async () => {
  const storm = { customers: 30, webhooks: 400, inFlight: 50, kills: 2, instances: 2, lostPercent: 5 }
  const { differences, answered } = await runStorm(inject('postgresUrl'), storm)
  expect(differences).toEqual([])
  expect(answered).toBe(400)
})
