import { useEffect, useState } from 'react'
import { env } from '../env.ts'

/** What a page for everyone shows. `missing`: there is no such thing. */
export type Loaded<Found> = { state: 'loading' | 'missing' | 'failed' } | ({ state: 'found' } & Found)

/** Loads data that everyone may read, without the API client, which visitors would load for this request alone. */
export async function loadPublic<Data>(path: string, signal: AbortSignal): Promise<Loaded<{ data: Data }>> {
  const response = await fetch(env.apiUrl + path, { signal })
  // Read for every status: a response whose body is not read keeps its connection occupied.
  const body = await response.text()
  if (response.status === 404) return { state: 'missing' }
  return response.ok ? { state: 'found', data: (JSON.parse(body) as { data: Data }).data } : { state: 'failed' }
}

/**
 * Loads what a page for everyone shows. Returns it, and a function that loads it again after a failure: `load` throws one. The component needs a key,
 * so that nothing is shown at the URL of another thing.
 */
export function usePublic<Outcome extends { state: string }>(load: (signal: AbortSignal) => Promise<Outcome>) {
  const [loaded, setLoaded] = useState<Outcome | { state: 'loading' | 'failed'; error?: never }>({ state: 'loading' })
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
