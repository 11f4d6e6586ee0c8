import { CURRENCIES, type Currency } from '@academy/catalog'
import { useState } from 'react'

const KEY = 'academy.currency'

const chosen = (): Currency => CURRENCIES.find((currency) => currency === sessionStorage.getItem(KEY)) ?? 'eur'

/** The currency of all prices shown: euro until somebody chooses, and then their choice for as long as the tab lives (PRICE-13, D-94). */
export function useCurrency(): [Currency, (currency: Currency) => void] {
  const [currency, setCurrency] = useState(chosen)
  const choose = (next: Currency) => {
    sessionStorage.setItem(KEY, next)
    setCurrency(next)
  }
  return [currency, choose]
}
