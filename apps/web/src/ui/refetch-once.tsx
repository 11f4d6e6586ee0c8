import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate } from 'react-router'
import type { Elements } from './jsx/jsx-types.ts'

type RefetchOnceProps = {
  /** Fetches the list again. Returns whether the missing item is in it now; the page then renders it. */
  refetch: () => Promise<boolean>
  /** Redirect target when the item is still missing. */
  to: string
  loading: Elements
  /** Renders a failed fetch. */
  renderError: (message: string, retry: () => void) => Elements
}

/** Fetches a list once more when it lacks the requested item, because the cached list may be older than the link. Then redirects. */
export function RefetchOnce({ refetch, to, loading, renderError }: RefetchOnceProps) {
  const [outcome, setOutcome] = useState<'loading' | 'missing' | { message: string }>('loading')
  const runRefetch = useEffectEvent(() =>
    refetch().then(
      (found) => setOutcome(found ? 'loading' : 'missing'),
      (error: unknown) => setOutcome({ message: error instanceof Error ? error.message : '' }),
    ),
  )
  const isLoading = outcome === 'loading'
  useEffect(() => {
    if (isLoading) void runRefetch()
  }, [isLoading])

  if (outcome === 'missing') return <Navigate to={to} replace />
  if (outcome === 'loading') return loading
  return renderError(outcome.message, () => setOutcome('loading'))
}
