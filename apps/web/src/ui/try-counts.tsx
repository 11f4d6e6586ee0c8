import type { TryResult } from '@academy/contract'
import { UtcDay } from './utc-day.tsx'

/** What the counts say, and what they do not say. */
export const PASSED_MEANS = 'An answer passes if it has the form that the prompt asks for; whether it is right was not checked.'

const percent = (share: number): number => Math.round(share * 100)
const range = ({ from, to }: TryResult['interval']): string => `${percent(from)} to ${percent(to)}%`

/** Says in one sentence how often a tool answered a prompt in its form, with the prompt and without it, with the 95% intervals. */
export const TryCounts = ({ result: { tool, version, day, runs, passed, baseline, ...intervals } }: { result: TryResult }) => (
  <>
    <span translate="no">
      {tool} {version}
    </span>
    , <UtcDay day={day} />: {passed} of {runs} answers passed with this prompt (95% interval: {range(intervals.interval)}), and {baseline}{' '}
    of {runs} without it ({range(intervals.baseline_interval)}).
  </>
)
