import { queryOptions } from '@tanstack/react-query'
import { env } from '../../env.ts'

/** Timeout of the lookup; after it the prices stay unchanged. */
const TIMEOUT_MS = 3000

/** The user's country; null when the lookup does not know it. Sent without a token, because it may be an outside service. */
export const countryQuery = () =>
  queryOptions({
    queryKey: ['billing', 'country'],
    queryFn: async ({ signal }): Promise<string | null> => {
      const response = await fetch(env.geoUrl, { credentials: 'omit', signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) })
      if (!response.ok) throw new Error(`The country lookup failed: ${response.status}`)
      const body: { country?: unknown } | null = await response.json()
      return typeof body?.country === 'string' ? body.country : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  })
