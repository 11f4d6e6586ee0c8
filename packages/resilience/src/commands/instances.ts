import { CommandError } from '@academy/operator'
import { runInstances, SCENARIOS } from '../instances/run-instances.ts'
import { withPostgres } from '../with-postgres.ts'

/** Runs two instances of the API behind a load balancer. Throws if a scenario finds a fault. */
export const instances = (): Promise<void> =>
  withPostgres(async (url) => {
    const faults = await runInstances(url, SCENARIOS, (line) => console.log(`  ${line}`))
    if (faults.length > 0) throw new CommandError(`${faults.length} not as designed.`)
  })
