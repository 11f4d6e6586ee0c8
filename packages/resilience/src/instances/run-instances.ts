import { runScenario } from '../scenario.ts'
import { killedUnderLoad } from './scenarios/killed-under-load.ts'
import { rollingRestart } from './scenarios/rolling-restart.ts'
import { type InstancesScenario, startTwoInstances } from './two-instances.ts'

const SCENARIOS: readonly InstancesScenario[] = [rollingRestart, killedUnderLoad]

/** Starts two instances behind a balancer and runs the scenarios. Returns the number of failures. */
export async function runInstances(serverUrl: string): Promise<number> {
  const environment = await startTwoInstances(serverUrl)
  let failures = 0
  try {
    for (const scenario of SCENARIOS) failures += await runScenario(scenario, environment)
    return failures
  } finally {
    await environment.stop()
  }
}
