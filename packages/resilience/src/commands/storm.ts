import { CommandError } from '@academy/operator'
import { runStorm } from '../storm/run-storm.ts'
import { withPostgres } from '../with-postgres.ts'

const STORM = { customers: 1_000, webhooks: 10_000, inFlight: 50, kills: 5, instances: 2, lostPercent: 2 }

/** Sends shuffled and repeated webhooks to instances that are killed meanwhile. Throws if the stored facts differ from Stripe. */
export const storm = (): Promise<void> =>
  withPostgres(async (url) => {
    const { differences } = await runStorm(url, STORM, (line) => console.log(`  … ${line}`))
    if (differences.length > 0)
      throw new CommandError(
        `The recorded payments or subscriptions of these accounts differ from Stripe's:\n${JSON.stringify(differences.slice(0, 20), undefined, 2)}`,
      )
  })
