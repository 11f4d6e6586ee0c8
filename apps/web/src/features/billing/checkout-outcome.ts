import { CANCELLED, SUCCESS } from './return-addresses.ts'

/** How somebody came back from the card provider's checkout. */
export type CheckoutOutcome = {
  paid: boolean
  /** What was bought, as our own return address names it; null when it does not. */
  offer: string | null
  /** The query of the address without what the checkout left in it: '' or '?...'. */
  search: string
}

/**
 * Reads from an address and its referrer whether somebody has just come from a checkout (PAY-08, PAY-09); undefined: they have not.
 * Who cancelled comes from there as well, and is not thanked for a payment (D-121).
 */
export function checkoutOutcome(search: string, referrer: string, checkout: string): CheckoutOutcome | undefined {
  const parameters = new URLSearchParams(search)
  const offer = parameters.get(SUCCESS)
  const wasCancelled = parameters.has(CANCELLED)
  if (offer === null && !wasCancelled && !comesFrom(referrer, checkout)) return undefined
  parameters.delete(SUCCESS)
  parameters.delete(CANCELLED)
  const rest = parameters.toString()
  return { paid: !wasCancelled, offer, search: rest && `?${rest}` }
}

/** Most referrers are cut to their origin; a checkout given as a path is looked for on any host. */
function comesFrom(referrer: string, checkout: string): boolean {
  const address = URL.parse(referrer)
  if (!address) return false
  return checkout.startsWith('/') ? address.pathname.startsWith(checkout) : address.origin === URL.parse(checkout)?.origin
}
