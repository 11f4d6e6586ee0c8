import { eventually } from '../eventually.ts'
import type { TwoInstances } from './two-instances.ts'

/** A scenario of two instances. It reports metrics and faults. */
export type Scenario = { name: string; run: (environment: TwoInstances, report: Report) => Promise<void> }

/** Collects the metrics and faults of a scenario. */
export class Report {
  readonly metrics: string[] = []
  readonly faults: string[] = []

  record(metric: string): void {
    this.metrics.push(metric)
  }

  /** Reports a fault unless the condition `holds`. */
  expect(holds: boolean, fault: string): void {
    if (!holds) this.faults.push(fault)
  }
}

/** Polls until the condition is true. Returns the seconds it took; Infinity if it is still false after `seconds`. */
export const until = async (condition: () => Promise<boolean>, seconds = 60): Promise<number> =>
  (await eventually(condition, seconds, 10)) ?? Number.POSITIVE_INFINITY

export const formatSeconds = (seconds: number) => `${seconds.toFixed(2)} s`
