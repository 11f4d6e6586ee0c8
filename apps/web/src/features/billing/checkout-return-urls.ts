import type { OfferName } from '@academy/catalog'
import { paths } from '../../paths.ts'

export const SUCCESS_PARAM = 'checkout_success'
export const CANCELLED_PARAM = 'checkout_cancelled'

/** What a checkout sells: an offer for the buyer, seats for others, or a gift. */
export type Bought = OfferName | 'seats' | 'gift'

/** Returns whether the buyer opens nothing with it. */
export const isForOthers = (bought: Bought): bought is 'seats' | 'gift' => bought === 'seats' || bought === 'gift'

/** The page of seats and gifts. It waits for the purchase of the checkout, whose id the payment provider writes into the address. */
const teamPage = (bought: Bought) => `${paths.team()}?checkout={CHECKOUT_SESSION_ID}&${SUCCESS_PARAM}=${bought}`

/** Returns the URLs that the payment provider redirects to: the current page with the outcome; with what is for others the page of the team. */
export function checkoutReturnUrls(page: string, bought: Bought): { successUrl: string; cancelUrl: string } {
  const returnUrl = (outcome: string) => {
    const url = new URL(page)
    for (const earlier of [SUCCESS_PARAM, CANCELLED_PARAM]) url.searchParams.delete(earlier)
    url.searchParams.set(outcome, bought)
    return url.href
  }
  return {
    successUrl: isForOthers(bought) ? new URL(teamPage(bought), page).href : returnUrl(SUCCESS_PARAM),
    cancelUrl: returnUrl(CANCELLED_PARAM),
  }
}
