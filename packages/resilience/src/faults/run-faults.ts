import { type Ground, openGround } from './lab/ground.ts'
import { openLab } from './lab/lab.ts'
import { type Figures, Findings, type Scenario } from './scenario.ts'

export type Outcome = Pick<Scenario, 'name' | 'what' | 'design'> & { figures: Figures; faults: string[]; seconds: number }

/** Longer than any of them takes on a slow machine. */
const PATIENCE_MS = 240_000

async function tooLong(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`it did not end within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  return await promise
}

async function runOne({ name, what, design, run }: Scenario, ground: Ground, interrupted: Promise<never>): Promise<Outcome> {
  const findings = new Findings()
  const begun = performance.now()
  const over = new AbortController()
  const lab = await openLab(ground)
  try {
    await Promise.race([run(lab, findings), tooLong(over.signal), interrupted])
  } catch (error) {
    findings.faults.push(`it broke off: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    over.abort()
    await lab.stop()
  }
  const { figures, faults } = findings
  return { name, what, design, figures, faults, seconds: Math.round((performance.now() - begun) / 100) / 10 }
}

/** A signal ends the scenario that runs, and then everything that was started. */
function onSignal(): { interrupted: Promise<never>; isInterrupted: () => boolean; forget: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  let is = false
  const stop = (): void => {
    is = true
    reject(new Error('it was interrupted'))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return {
    interrupted: promise,
    isInterrupted: () => is,
    forget: () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}

/** Runs the scenarios one after the other, each on an academy of its own. Whatever they broke is gone afterwards. */
export async function runFaults(scenarios: readonly Scenario[], say: (line: string) => void = () => undefined): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const signal = onSignal()
  const ground = await openGround()
  try {
    for (const scenario of scenarios) {
      if (signal.isInterrupted()) break
      say(`${scenario.name}: ${scenario.what}`)
      const outcome = await runOne(scenario, ground, signal.interrupted)
      say(`${outcome.faults.length === 0 ? 'as designed' : `NOT as designed: ${outcome.faults.join('; ')}`} (${outcome.seconds} s)`)
      outcomes.push(outcome)
    }
  } finally {
    signal.forget()
    await ground.stop()
  }
  return outcomes
}
