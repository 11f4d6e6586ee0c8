const KEY = 'academy.checkout-return'
/** Fallback when storage is blocked. */
let handledInMemory = false

/** Stores whether this tab has handled a checkout return, because the referrer survives a reload (D-121). */
export const handledReturnStore = {
  get(): boolean {
    try {
      return sessionStorage.getItem(KEY) !== null
    } catch {
      return handledInMemory
    }
  },
  remember() {
    handledInMemory = true
    try {
      sessionStorage.setItem(KEY, 'handled')
    } catch {
      // Storage is blocked: the value lasts until the page closes.
    }
  },
}
