import { CANCELLED_PARAM, SUCCESS_PARAM } from './checkout-return-urls.ts'

/** Result of a return from the payment provider's checkout. */
export type CheckoutResult = {
  paid: boolean
  /** The offer named in our return URL; null without one. */
  offer: string | null
  /** The URL's query without the checkout parameters: '' or '?...'. */
  search: string
}

/** Parses a return from a checkout from query and referrer, cancelled ones included. Returns undefined for other visits. */
export function parseCheckoutReturn(search: string, referrer: string, checkout: string): CheckoutResult | undefined {
  const parameters = new URLSearchParams(search)
  const offer = parameters.get(SUCCESS_PARAM)
  const wasCancelled = parameters.has(CANCELLED_PARAM)
  if (offer === null && !wasCancelled && !isCheckoutReferrer(referrer, checkout)) return undefined
  parameters.delete(SUCCESS_PARAM)
  parameters.delete(CANCELLED_PARAM)
  const rest = parameters.toString()
  return { paid: !wasCancelled, offer, search: rest && `?${rest}` }
}

/** Compares origins, because browsers cut most referrers to their origin. A checkout given as a path matches on any host. */
function isCheckoutReferrer(referrer: string, checkout: string): boolean {
  const url = URL.parse(referrer)
  if (!url) return false
  return checkout.startsWith('/') ? url.pathname.startsWith(checkout) : url.origin === URL.parse(checkout)?.origin
}
