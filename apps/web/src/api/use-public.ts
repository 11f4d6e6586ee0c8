import { useEffect, useState } from 'react'

/** What a page for everyone shows. `missing`: there is no such thing. */
export type Loaded<Found> = { state: 'loading' | 'missing' | 'failed' } | ({ state: 'found' } & Found)

/**
 * Loads what a page for everyone shows. Returns it, and a function that loads it again after a failure: `load` throws one. The component needs a key,
 * so that nothing is shown at the URL of another thing.
 */
export function usePublic<Outcome extends { state: string }>(load: (signal: AbortSignal) => Promise<Outcome>) {
  const [loaded, setLoaded] = useState<Outcome | { state: 'loading' | 'failed' }>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again.
  useEffect(() => {
    const controller = new AbortController()
    load(controller.signal).then(setLoaded, () => {
      if (!controller.signal.aborted) setLoaded({ state: 'failed' })
    })
    return () => controller.abort()
  }, [attempt])
  const retry = () => {
    setLoaded({ state: 'loading' })
    setAttempt(attempt + 1)
  }
  return [loaded, retry] as const
}
