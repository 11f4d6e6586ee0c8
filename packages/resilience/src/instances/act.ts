import { setTimeout as sleep } from 'node:timers/promises'
import type { Pair } from './pair.ts'

/** What two instances must do together; it tells figures, and what is not as designed. */
export type Act = { name: string; run: (pair: Pair, report: Report) => Promise<void> }

export class Report {
  readonly figures: string[] = []
  readonly faults: string[] = []

  tell(figure: string): void {
    this.figures.push(figure)
  }

  /** Notes, unless it `holds`, that something is not as designed. */
  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.faults.push(otherwise)
  }
}

/** Looks again until it is so. @returns the seconds it took; Infinity if it was not so within `seconds`. */
export async function until(isSo: () => Promise<boolean>, seconds = 60): Promise<number> {
  for (const begun = performance.now(); performance.now() - begun < seconds * 1000; await sleep(10))
    if (await isSo()) return (performance.now() - begun) / 1000
  return Number.POSITIVE_INFINITY
}

export const inSeconds = (seconds: number) => `${seconds.toFixed(2)} s`

/** The status and the text of an answer; 0 when there was none. */
export async function ask(url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    return { status: 0, text: String(error) }
  }
}
