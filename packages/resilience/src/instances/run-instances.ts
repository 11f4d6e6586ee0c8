import { Findings } from '../findings.ts'
import type { Scenario } from './scenario.ts'
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

/** Starts two instances behind a balancer and runs the scenarios. Returns the failures. */
export async function runInstances(
  serverUrl: string,
  scenarios: readonly Scenario[],
  print: (line: string) => void = () => undefined,
): Promise<string[]> {
  const environment = await startTwoInstances(serverUrl)
  const failures: string[] = []
  try {
    for (const { name, run } of scenarios) {
      const findings = new Findings()
      await run(environment, findings)
      print(`${findings.failures.length === 0 ? '✓' : '✗'} ${name}`)
      for (const [metric, value] of Object.entries(findings.metrics)) print(`    ${metric}: ${value}`)
      for (const failure of findings.failures) print(`    NOT as designed: ${failure}`)
      failures.push(...findings.failures)
    }
    return failures
  } finally {
    await environment.stop()
  }
}
