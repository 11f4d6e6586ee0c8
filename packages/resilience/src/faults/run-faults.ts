import { CommandError } from '@academy/operator'
import { runScenario } from '../scenario.ts'
import { withPostgres } from '../with-postgres.ts'
import { startBreakableServer } from './fixture/breakable-server.ts'
import { type FaultScenario, openFixture } from './fixture/fixture.ts'
import { connectionsExhausted } from './scenarios/connections-exhausted.ts'
import { diskFull } from './scenarios/disk-full.ts'
import { postgresRestart } from './scenarios/postgres-restart.ts'

/** The scenarios in the order of their runs. */
const SCENARIOS: readonly FaultScenario[] = [postgresRestart, connectionsExhausted, diskFull]

/** Runs the named scenarios, or all, one after the other, each on its own academy. Throws if a scenario has a failure. */
export async function runFaults(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name))
  if (unknown.length > 0) {
    const list = SCENARIOS.map(({ name, fault }) => `  ${name}: ${fault}`)
    throw new CommandError(`There is no scenario called ${unknown.join(', ')}. There are:\n${list.join('\n')}`)
  }
  let failures = 0
  const server = await startBreakableServer()
  await withPostgres(async (standinsServerUrl) => {
    for (const scenario of SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const fixture = await openFixture(server, standinsServerUrl)
      failures += await runScenario(scenario, fixture).finally(fixture.stop)
    }
  }).finally(server.remove)
  if (failures > 0) throw new CommandError(`Failed expectations: ${failures}.`)
}
