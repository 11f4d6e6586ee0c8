import { type Currency, currencyForCountry } from '@academy/catalog'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { chosenCurrency } from './chosen-currency.ts'
import { countryQuery } from './country-query.ts'

/**
 * The currency of all prices shown: euro, until it is known that somebody is elsewhere; what they choose wins over whatever is found out
 * later (PRICE-13..15, D-94).
 */
export function useCurrency(): [Currency, (currency: Currency) => void] {
  const chosen = useSyncExternalStore(chosenCurrency.subscribe, chosenCurrency.get)
  const { data: country } = useQuery({ ...countryQuery(), enabled: chosen === undefined })
  return [chosen ?? (country === undefined ? 'eur' : currencyForCountry(country)), chosenCurrency.choose]
}
