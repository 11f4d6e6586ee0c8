import { Report, type Scenario } from './scenario.ts'
import { killedUnderLoad } from './scenarios/killed-under-load.ts'
import { oneSyncer } from './scenarios/one-syncer.ts'
import { pubSubReachesAllInstances } from './scenarios/pub-sub.ts'
import { rollingRestart } from './scenarios/rolling-restart.ts'
import { sharedRateLimits } from './scenarios/shared-rate-limits.ts'
import { webhooksAcrossInstances } from './scenarios/webhooks-across-instances.ts'
import { startTwoInstances } from './two-instances.ts'

export const SCENARIOS: readonly Scenario[] = [
  pubSubReachesAllInstances,
  sharedRateLimits,
  webhooksAcrossInstances,
  rollingRestart,
  killedUnderLoad,
  oneSyncer,
]

/** Starts two instances behind a balancer and runs the scenarios. Returns the faults. */
export async function runInstances(
  serverUrl: string,
  scenarios: readonly Scenario[],
  print: (line: string) => void = () => undefined,
): Promise<string[]> {
  const environment = await startTwoInstances(serverUrl)
  const faults: string[] = []
  try {
    for (const { name, run } of scenarios) {
      const report = new Report()
      await run(environment, report)
      print(`${report.faults.length === 0 ? '✓' : '✗'} ${name}`)
      for (const metric of report.metrics) print(`    ${metric}`)
      for (const fault of report.faults) print(`    NOT as designed: ${fault}`)
      faults.push(...report.faults)
    }
    return faults
  } finally {
    await environment.stop()
  }
}
