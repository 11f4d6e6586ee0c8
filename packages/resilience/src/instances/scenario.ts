import { eventually } from '../eventually.ts'
import type { Findings } from '../findings.ts'
import type { TwoInstances } from './two-instances.ts'

/** A scenario of two instances. */
export type Scenario = { name: string; run: (environment: TwoInstances, findings: Findings) => Promise<void> }

/** Polls until the condition is true. Returns the seconds it took; Infinity if it is still false after `seconds`. */
export const until = async (condition: () => Promise<boolean>, seconds = 60): Promise<number> =>
  (await eventually(condition, seconds, 10)) ?? Number.POSITIVE_INFINITY
