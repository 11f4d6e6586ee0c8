import { CURRENCIES, type Currency } from '@academy/catalog'

const KEY = 'academy.currency'
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
      return CURRENCIES.find((currency) => currency === sessionStorage.getItem(KEY))
    } catch {
      return inMemory
    }
  },
  choose(currency: Currency) {
    inMemory = currency
    try {
      sessionStorage.setItem(KEY, currency)
    } catch {
      // Storage is blocked: the choice lasts until the page closes.
    }
    for (const listener of listeners) listener()
  },
}
