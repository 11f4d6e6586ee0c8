import type { OfferName } from '@academy/catalog'

export const SUCCESS_PARAM = 'checkout_success'
export const CANCELLED_PARAM = 'checkout_cancelled'

/** Returns the URLs that the payment provider redirects to: the current page with the outcome. */
export function checkoutReturnUrls(page: string, offer: OfferName): { successUrl: string; cancelUrl: string } {
  const returnUrl = (outcome: string) => {
    const url = new URL(page)
    for (const earlier of [SUCCESS_PARAM, CANCELLED_PARAM]) url.searchParams.delete(earlier)
    url.searchParams.set(outcome, offer)
    return url.href
  }
  return { successUrl: returnUrl(SUCCESS_PARAM), cancelUrl: returnUrl(CANCELLED_PARAM) }
}
