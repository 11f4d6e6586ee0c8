import { expect, inject, test } from 'vitest'
import { runStorm } from './run-storm.ts'

test('R-09 repeated and shuffled webhooks to two instances that are killed meanwhile end in the same state as Stripe', async () => {
  const storm = { customers: 30, webhooks: 400, inFlight: 50, kills: 2, instances: 2, lostPercent: 5 }
  const { differences, accepted } = await runStorm(inject('postgresUrl'), storm)
  expect(differences).toEqual([])
  expect(accepted).toBe(400)
})
