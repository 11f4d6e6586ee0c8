import { type Currency, currencyForCountry, DEFAULT_CURRENCY } from '@academy/catalog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { countryQuery } from './country-query.ts'
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
