import type { Trial, TryResult } from '@academy/contract'
import type { PublishedResource } from './published-content.store.ts'

/** The standard score of an interval that holds the real share in 95 of 100 cases. */
const Z = 1.96

/** Returns Wilson's interval for the share of runs that pass, which stays between 0 and 1 for few runs too. */
function wilsonInterval(passed: number, runs: number): { from: number; to: number } {
  const share = passed / runs
  const square = Z ** 2 / runs
  const middle = (share + square / 2) / (1 + square)
  const half = (Z * Math.sqrt((share * (1 - share)) / runs + square / (4 * runs))) / (1 + square)
  const rounded = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
  return { from: rounded(middle - half), to: rounded(middle + half) }
}

/** Returns how often answers had the form of the prompt of a resource, with the intervals; null if that was not tried. */
export function tryResult(tries: PublishedResource['tries']): TryResult | null {
  if (tries === null) return null
  const { tool, version, day, runs, passed, baseline } = tries
  const intervals = { interval: wilsonInterval(passed, runs), baseline_interval: wilsonInterval(baseline, runs) }
  return { tool, version, day, runs, passed, baseline, ...intervals }
}

/** Returns when and with what a resource was last tried; null if it was not. */
export const trialOf = ({ tried_with, tried_on, tries }: PublishedResource): Trial | null =>
  tried_with === null || tried_on === null ? null : { with: tried_with, on: tried_on, result: tryResult(tries) }
