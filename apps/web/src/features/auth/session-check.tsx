import { useEffect, useState } from 'react'
import { beginAnew, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { PageSpinner, Spinner } from '../../ui/spinner.tsx'

/** A check that takes longer has met an obstacle, and a bare spinner would not tell. */
const PATIENCE_MS = 5_000

/** In place of a page, until it is known who is there (ROUTE-08): a spinner, and what is the matter where the provider does not answer. */
export function SessionCheck() {
  const isUnanswered = 'isUnanswered' in useSession()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isUnanswered) return
    addEventListener('online', beginAnew)
    return () => removeEventListener('online', beginAnew)
  }, [isUnanswered])

  if (!isUnanswered && !isLong) return <PageSpinner />
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-6 p-4">
      <Spinner
        showLabel
        className="max-w-prose"
        label="We cannot reach the sign-in service right now. Your session is kept; we keep trying."
      />
      <Button variant="secondary" size="sm" onClick={beginAnew}>
        Try again
      </Button>
    </div>
  )
}
