import { queryOptions } from '@tanstack/react-query'
import { env } from '../../env.ts'

/** How long the answer is waited for; without one the prices stay as they are (D-94). */
const LIMIT_MS = 3000

/**
 * The country somebody is in, as far as the lookup can tell; null: it cannot. Fails when nothing that can be read comes back in time.
 * Asked once, without a token: the service may be somebody else's.
 */
export const countryQuery = () =>
  queryOptions({
    queryKey: ['billing', 'country'],
    queryFn: async ({ signal }): Promise<string | null> => {
      const answer = await fetch(env.geoUrl, { credentials: 'omit', signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]) })
      if (!answer.ok) throw new Error(`The country is not known: ${answer.status}`)
      const body: unknown = await answer.json()
      const country = typeof body === 'object' && body !== null && 'country' in body ? body.country : null
      return typeof country === 'string' ? country : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  })
