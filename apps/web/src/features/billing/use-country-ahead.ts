import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chosenCurrency } from './chosen-currency.ts'
import { countryQuery } from './country-query.ts'

/** Asks for the country while the prices are still on their way, so that they do not change under the reader's eyes. */
export function useCountryAhead(wanted: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (wanted && chosenCurrency.get() === undefined) void client.prefetchQuery(countryQuery())
  }, [client, wanted])
}
