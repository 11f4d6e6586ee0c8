import { runScenario } from '../scenario.ts'
import { type FaultScenario, openFixture } from './fixture/fixture.ts'
import { startSharedServers } from './fixture/shared-servers.ts'

/** Runs the scenarios one after the other, each on its own academy. Returns the number of failures. */
export async function runFaults(scenarios: readonly FaultScenario[]): Promise<number> {
  let failures = 0
  const servers = await startSharedServers()
  try {
    for (const scenario of scenarios) {
      const fixture = await openFixture(servers)
      failures += await runScenario(scenario, fixture).finally(fixture.stop)
    }
    return failures
  } finally {
    await servers.stop()
  }
}
