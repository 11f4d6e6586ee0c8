import { setTimeout as sleep } from 'node:timers/promises'
import type { TwoInstances } from './two-instances.ts'

/** A scenario of two instances. It reports metrics and faults. */
export type Scenario = { name: string; run: (environment: TwoInstances, report: Report) => Promise<void> }

export class Report {
  readonly metrics: string[] = []
  readonly faults: string[] = []

  tell(metric: string): void {
    this.metrics.push(metric)
  }

  /** Reports a fault unless `holds`. */
  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.faults.push(otherwise)
  }
}

/** Polls until the condition holds. Returns the seconds it took; Infinity after `seconds`. */
export async function until(isSo: () => Promise<boolean>, seconds = 60): Promise<number> {
  for (const begun = performance.now(); performance.now() - begun < seconds * 1000; await sleep(10))
    if (await isSo()) return (performance.now() - begun) / 1000
  return Number.POSITIVE_INFINITY
}

export const inSeconds = (seconds: number) => `${seconds.toFixed(2)} s`

/** Sends a request. Returns status and text of the response; status 0 without one. */
export async function ask(url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    return { status: 0, text: String(error) }
  }
}
