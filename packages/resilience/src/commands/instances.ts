import { CommandError } from '@academy/operator'
import { runInstances, SCENARIOS } from '../instances/run-instances.ts'
import { withPostgres } from '../with-postgres.ts'

/** Runs two instances of the API behind a load balancer. Throws if a scenario has a failure. */
export const instances = (): Promise<void> =>
  withPostgres(async (url) => {
    const failures = await runInstances(url, SCENARIOS, (line) => console.log(`  ${line}`))
    if (failures.length > 0) throw new CommandError(`${failures.length} not as designed.`)
  })
