import { type Act, Report } from './act.ts'
import { heardByBoth } from './acts/heard-by-both.ts'
import { killedUnderLoad } from './acts/killed-under-load.ts'
import { limitsTogether } from './acts/limits-together.ts'
import { oneSyncer } from './acts/one-syncer.ts'
import { rollingRestart } from './acts/rolling-restart.ts'
import { webhooksSplit } from './acts/webhooks-split.ts'
import { openPair } from './pair.ts'

export const ACTS: readonly Act[] = [heardByBoth, limitsTogether, webhooksSplit, rollingRestart, killedUnderLoad, oneSyncer]

/** Starts two instances behind a balancer and lets them show what they do together. @returns what was not as designed. */
export async function runInstances(
  serverUrl: string,
  acts: readonly Act[],
  say: (line: string) => void = () => undefined,
): Promise<string[]> {
  const pair = await openPair(serverUrl)
  const faults: string[] = []
  try {
    for (const { name, run } of acts) {
      const report = new Report()
      await run(pair, report)
      say(`${report.faults.length === 0 ? '✓' : '✗'} ${name}`)
      for (const figure of report.figures) say(`    ${figure}`)
      for (const fault of report.faults) say(`    NOT as designed: ${fault}`)
      faults.push(...report.faults)
    }
    return faults
  } finally {
    await pair.stop()
  }
}
