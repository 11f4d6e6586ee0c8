import { CURRENCIES, type Currency } from '@academy/catalog'

const KEY = 'academy.currency'
const listeners = new Set<() => void>()
/** Where it is kept when the browser denies its storage: until the page is left. */
let unstored: Currency | undefined

/** The currency that somebody chose, for as long as the tab lives (D-94). All prices on a page follow it. */
export const chosenCurrency = {
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
      return unstored
    }
  },
  choose(currency: Currency) {
    unstored = currency
    try {
      sessionStorage.setItem(KEY, currency)
    } catch {
      // It holds until the page is left.
    }
    for (const listener of listeners) listener()
  },
}
