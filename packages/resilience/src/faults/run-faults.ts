import { Findings, type Metrics } from '../findings.ts'
import { openFixture } from './fixture/fixture.ts'
import { type SharedServers, startSharedServers } from './fixture/shared-servers.ts'
import type { Scenario } from './scenario.ts'

export type Outcome = Pick<Scenario, 'name' | 'fault' | 'design'> & { metrics: Metrics; failures: string[]; seconds: number }

/** The time limit of one scenario, in milliseconds; longer than any scenario takes on a slow machine. */
const TIMEOUT_MS = 240_000

/** Rejects after the time limit, unless aborted before. */
async function timeout(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`the scenario did not end within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  return await promise
}

async function runOne({ name, fault, design, run }: Scenario, servers: SharedServers, interrupted: Promise<never>): Promise<Outcome> {
  const findings = new Findings()
  const startedAt = performance.now()
  const ended = new AbortController()
  const fixture = await openFixture(servers)
  try {
    await Promise.race([run(fixture, findings), timeout(ended.signal), interrupted])
  } catch (error) {
    findings.failures.push(`the scenario was aborted: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    ended.abort()
    await fixture.stop()
  }
  const { metrics, failures } = findings
  return { name, fault, design, metrics, failures, seconds: Math.round((performance.now() - startedAt) / 100) / 10 }
}

/** Listens for SIGINT and SIGTERM. `interrupted` rejects at the first one; `dispose` removes the listeners. */
function listenForSignals(): { interrupted: Promise<never>; isInterrupted: () => boolean; dispose: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  let isInterrupted = false
  const stop = (): void => {
    isInterrupted = true
    reject(new Error('interrupted'))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return {
    interrupted: promise,
    isInterrupted: () => isInterrupted,
    dispose: () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}

/** Runs the scenarios one after the other, each on its own academy. After a signal, it stops the running one and skips the others. */
export async function runFaults(scenarios: readonly Scenario[], print: (line: string) => void = () => undefined): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const signals = listenForSignals()
  const servers = await startSharedServers()
  try {
    for (const scenario of scenarios) {
      if (signals.isInterrupted()) break
      print(`${scenario.name}: ${scenario.fault}`)
      const outcome = await runOne(scenario, servers, signals.interrupted)
      print(`${outcome.failures.length === 0 ? 'as designed' : `NOT as designed: ${outcome.failures.join('; ')}`} (${outcome.seconds} s)`)
      outcomes.push(outcome)
    }
  } finally {
    signals.dispose()
    await servers.stop()
  }
  return outcomes
}
