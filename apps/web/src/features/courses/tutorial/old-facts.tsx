import { Alert } from '../../../ui/alert.tsx'
import { UtcDay } from '../../../ui/utc-day.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long learners may rely on names and prices, in days. */
const MAX_AGE = 90

/** Says that the author checked the facts of a tutorial long ago; nothing for 90 days after the day of that. */
export const OldFacts = ({ checkedOn }: { checkedOn: string | null }) =>
  checkedOn !== null &&
  Date.now() - Date.parse(checkedOn) > (MAX_AGE + 1) * DAY_MS && (
    <Alert title="Some facts may have changed">
      The author last checked the names and prices on this page on <UtcDay day={checkedOn} />. Look them up before you rely on them.
    </Alert>
  )
