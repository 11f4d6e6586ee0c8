import { CURRENCIES, type Currency } from '@academy/catalog'

/** sessionStorage key of the chosen currency. The welcome page writes it too. */
export const CURRENCY_KEY = 'academy.currency'
const listeners = new Set<() => void>()
/** Fallback when storage is blocked. */
let inMemory: Currency | undefined

/** The currency that the user chose, for the lifetime of the tab (D-94). */
export const currencyStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  get(): Currency | undefined {
    try {
      return CURRENCIES.find((currency) => currency === sessionStorage.getItem(CURRENCY_KEY))
    } catch {
      return inMemory
    }
  },
  choose(currency: Currency) {
    inMemory = currency
    try {
      sessionStorage.setItem(CURRENCY_KEY, currency)
    } catch {
      // Storage is blocked: the choice lasts until the page closes.
    }
    for (const listener of listeners) listener()
  },
}
