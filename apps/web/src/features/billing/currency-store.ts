import { CURRENCIES, type Currency } from '@academy/catalog'
import { createListeners } from '../../ui/listeners.ts'
import { tabStorage } from '../../ui/web-storage.ts'

/** sessionStorage key of the chosen currency. The welcome page writes it too. */
export const CURRENCY_KEY = 'academy.currency'
const { subscribe, notify } = createListeners()

/** The currency that the user chose, for the lifetime of the tab. */
export const currencyStore = {
  subscribe,
  get: (): Currency | undefined => CURRENCIES.find((currency) => currency === tabStorage.get(CURRENCY_KEY)),
  choose(currency: Currency) {
    tabStorage.set(CURRENCY_KEY, currency)
    notify()
  },
}
