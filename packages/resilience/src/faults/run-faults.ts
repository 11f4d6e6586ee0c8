import { openFixture } from './fixture/fixture.ts'
import { type SharedServers, startSharedServers } from './fixture/shared-servers.ts'
import { type Figures, Findings, type Scenario } from './scenario.ts'

export type Outcome = Pick<Scenario, 'name' | 'what' | 'design'> & { figures: Figures; faults: string[]; seconds: number }

/** Longer than any scenario takes on a slow machine. */
const PATIENCE_MS = 240_000

async function tooLong(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`it did not end within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  return await promise
}

async function runOne({ name, what, design, run }: Scenario, servers: SharedServers, interrupted: Promise<never>): Promise<Outcome> {
  const findings = new Findings()
  const begun = performance.now()
  const over = new AbortController()
  const fixture = await openFixture(servers)
  try {
    await Promise.race([run(fixture, findings), tooLong(over.signal), interrupted])
  } catch (error) {
    findings.faults.push(`it broke off: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    over.abort()
    await fixture.stop()
  }
  const { figures, faults } = findings
  return { name, what, design, figures, faults, seconds: Math.round((performance.now() - begun) / 100) / 10 }
}

/** Stops the running scenario, and then everything else, after a signal. */
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

/** Runs the scenarios one after the other, each on its own academy. */
export async function runFaults(scenarios: readonly Scenario[], say: (line: string) => void = () => undefined): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const signal = onSignal()
  const servers = await startSharedServers()
  try {
    for (const scenario of scenarios) {
      if (signal.isInterrupted()) break
      say(`${scenario.name}: ${scenario.what}`)
      const outcome = await runOne(scenario, servers, signal.interrupted)
      say(`${outcome.faults.length === 0 ? 'as designed' : `NOT as designed: ${outcome.faults.join('; ')}`} (${outcome.seconds} s)`)
      outcomes.push(outcome)
    }
  } finally {
    signal.forget()
    await servers.stop()
  }
  return outcomes
}
