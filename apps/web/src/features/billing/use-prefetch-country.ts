import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { countryQuery } from './country-query.ts'
import { currencyStore } from './currency-store.ts'

/** Prefetches the user's country unless a currency is stored, so that prices do not change their currency after they render. */
export function usePrefetchCountry(enabled: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (enabled && currencyStore.get() === undefined) void client.prefetchQuery(countryQuery())
  }, [client, enabled])
}
