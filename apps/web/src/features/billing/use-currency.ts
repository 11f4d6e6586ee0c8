import { type Currency, currencyForCountry, DEFAULT_CURRENCY } from '@academy/catalog'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { env } from '../../env.ts'
import { currencyStore } from './currency-store.ts'

/** Returns the currency of all prices: the user's choice, else by country, else the default. */
export function useCurrency(): [Currency, (currency: Currency) => void] {
  const chosen = useSyncExternalStore(currencyStore.subscribe, currencyStore.get)
  const { data: country } = useQuery({ ...countryQuery(), enabled: chosen === undefined })
  return [chosen ?? (country === undefined ? DEFAULT_CURRENCY : currencyForCountry(country)), currencyStore.choose]
}

/** Prefetches the user's country unless a currency is stored, so that prices do not change their currency after they render. */
export function usePrefetchCountry(enabled: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (enabled && currencyStore.get() === undefined) void client.prefetchQuery(countryQuery())
  }, [client, enabled])
}

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
