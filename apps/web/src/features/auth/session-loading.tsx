import { useEffect } from 'react'
import { reloadPage, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { PageSpinner, Spinner } from '../../ui/spinner.tsx'
import { useHasElapsed } from '../../ui/use-has-elapsed.ts'

/** After this time a text explains the wait. */
const SLOW_CHECK_MS = 5_000

/** Replaces a page while the session is checked: a spinner, then a notice when the provider does not respond. */
export function SessionLoading() {
  const isUnreachable = 'isUnreachable' in useSession()
  const isSlow = useHasElapsed(SLOW_CHECK_MS)
  useEffect(() => {
    if (!isUnreachable) return
    addEventListener('online', reloadPage)
    return () => removeEventListener('online', reloadPage)
  }, [isUnreachable])

  if (!isUnreachable && !isSlow) return <PageSpinner />
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-6 p-4">
      <Spinner showLabel className="max-w-prose" label="We can't reach the sign-in service. You're still signed in; we'll keep trying." />
      <Button variant="secondary" size="sm" onClick={reloadPage}>
        Try again
      </Button>
    </div>
  )
}
