const KEY = 'academy.checkout-return'
/** For browsers that deny their storage. */
let handled = false

/** Whether a return from a checkout has been handled in this tab: its referrer survives a reload, the news in it does not (D-121). */
export const handledReturn = {
  get(): boolean {
    try {
      return sessionStorage.getItem(KEY) !== null
    } catch {
      return handled
    }
  },
  remember() {
    handled = true
    try {
      sessionStorage.setItem(KEY, 'handled')
    } catch {
      // It is remembered until the page is left.
    }
  },
}
