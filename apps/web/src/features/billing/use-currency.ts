import { type Currency, currencyForCountry } from '@academy/catalog'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { countryQuery } from './country-query.ts'
import { currencyStore } from './currency-store.ts'

/** Returns the currency of all prices: the user's choice, else by country, else euro (PRICE-13..15, D-94). */
export function useCurrency(): [Currency, (currency: Currency) => void] {
  const chosen = useSyncExternalStore(currencyStore.subscribe, currencyStore.get)
  const { data: country } = useQuery({ ...countryQuery(), enabled: chosen === undefined })
  return [chosen ?? (country === undefined ? 'eur' : currencyForCountry(country)), currencyStore.choose]
}
