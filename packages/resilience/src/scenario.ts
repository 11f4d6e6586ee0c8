import { setTimeout as sleep } from 'node:timers/promises'

/** Measured values by name; the name says the unit. */
type Metrics = Record<string, number | string>

/** Collects the measurements and failures of a scenario. */
export class Findings {
  readonly metrics: Metrics = {}
  readonly failures: string[] = []

  /** Records a measurement. */
  record(name: string, value: number | string): void {
    this.metrics[name] = typeof value === 'number' ? Math.round(value * 100) / 100 : value
  }

  /** Records a failure unless the condition `holds`. */
  expect(holds: boolean, failure: string): void {
    if (!holds) this.failures.push(failure)
  }
}

export type Scenario<Fixture> = {
  /** Its name on the command line. */
  name: string
  /** The injected fault. */
  fault: string
  /** The expected behavior during and after the fault. */
  expected: string
  run: (fixture: Fixture, findings: Findings) => Promise<void>
}

/** The time limit of one scenario, in milliseconds; longer than any scenario takes on a slow machine. */
const TIMEOUT_MS = 240_000

const rejectAfterTimeout = async (): Promise<never> => {
  await sleep(TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`the scenario did not end within ${TIMEOUT_MS / 1000} s`)
}

/** Runs a scenario, and prints its measurements and failures. Returns the number of failures; an error is one. */
export async function runScenario<Fixture>({ name, fault, expected, run }: Scenario<Fixture>, fixture: Fixture): Promise<number> {
  console.log(`\n${name}`)
  console.log(`    fault: ${fault}`)
  console.log(`    expected: ${expected}`)
  const findings = new Findings()
  const startedAt = performance.now()
  try {
    await Promise.race([run(fixture, findings), rejectAfterTimeout()])
  } catch (error) {
    findings.failures.push(`the scenario was aborted: ${error instanceof Error ? error.message : String(error)}`)
  }
  for (const [metric, value] of Object.entries(findings.metrics)) console.log(`    ${metric}: ${value}`)
  for (const failure of findings.failures) console.log(`    failed: ${failure}`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`  ${findings.failures.length === 0 ? '✓ passed' : '✗ failed'} (${seconds} s)`)
  return findings.failures.length
}
