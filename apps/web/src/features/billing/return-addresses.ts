import type { OfferName } from '@academy/catalog'

export const SUCCESS = 'checkout_success'
export const CANCELLED = 'checkout_cancelled'

/** Where the payment provider sends people back to: the page they are on, told how it went (D-121, D-123). */
export function returnAddresses(page: string, offer: OfferName): { successUrl: string; cancelUrl: string } {
  const backWith = (outcome: string) => {
    const address = new URL(page)
    for (const earlier of [SUCCESS, CANCELLED]) address.searchParams.delete(earlier)
    address.searchParams.set(outcome, offer)
    return address.href
  }
  return { successUrl: backWith(SUCCESS), cancelUrl: backWith(CANCELLED) }
}
