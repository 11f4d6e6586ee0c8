import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Navigate } from 'react-router'

type LookAgainProps = {
  /** Fetches the list and tells whether what was missed is in it now; then it is up to the page to show it. */
  look: () => Promise<boolean>
  /** Where to go when it is not. */
  to: string
  waiting: ReactNode
  /** What is shown when the list could not be had. */
  failed: (message: string, retry: () => void) => ReactNode
}

/** In place of what a list lacks: that list may be older than the link that led here, so it is fetched once more before going elsewhere. */
export function LookAgain({ look, to, waiting, failed }: LookAgainProps) {
  const [outcome, setOutcome] = useState<'looking' | 'missing' | { message: string }>('looking')
  const lookNow = useEffectEvent(() =>
    look().then(
      (found) => setOutcome(found ? 'looking' : 'missing'),
      (error: unknown) => setOutcome({ message: error instanceof Error ? error.message : '' }),
    ),
  )
  const isLooking = outcome === 'looking'
  useEffect(() => {
    if (isLooking) void lookNow()
  }, [isLooking])

  if (outcome === 'missing') return <Navigate to={to} replace />
  if (outcome === 'looking') return waiting
  return failed(outcome.message, () => setOutcome('looking'))
}
