import { isCourseId } from '#courses'
import { hasCourseAccess } from './course-access.ts'
import type { Entitlements } from './entitlements.ts'
import { OFFER_NAMES, OFFERS, type OfferName, unlockedBy } from './offers.ts'
import { PACKAGE_UNLOCKS, type Package } from './packages.ts'
import { isOver } from './subscriptions.ts'

/** The facts of the account context that decide which offers are shown. */
export type BuyerFacts = {
  entitlements: Entitlements
  prices: readonly { plan_id: string }[]
  subscriptions: readonly { plan_name: string; status: string }[]
  hide_bundle_deal: boolean
  /** Offers whose payment is processing. */
  processing_payments?: readonly string[]
}

/**
 * - `for_sale`: can be bought
 * - `held`: bought or granted, and not sold again
 * - `subscribed`: a subscription that the subscriber can manage
 * - `processing`: the payment has not arrived
 * - `waiting`: for sale again when another payment has ended
 * - `hidden`: not offered to this account
 */
export type OfferState = 'for_sale' | 'held' | 'subscribed' | 'processing' | 'waiting' | 'hidden'

/** The packages that the bundle contains. */
const BUNDLED: readonly Package[] = [OFFERS.bundle.unlocks, 'studio']

/** Returns the state of each offer for an account with these facts. */
export function offersFor(facts: BuyerFacts): Record<OfferName, OfferState> {
  const { entitlements, prices, subscriptions, hide_bundle_deal, processing_payments = [] } = facts
  const forSale = processing_payments.length > 0 ? 'waiting' : 'for_sale'
  const isSubscribed = subscriptions.some(({ plan_name, status }) => unlockedBy(plan_name) === 'studio' && !isOver(status))
  const isHeld = (name: Package): boolean => {
    if (isCourseId(name)) return hasCourseAccess(name, { is_admin: false, entitlements, prices })
    if (name === 'studio' && isSubscribed) return true
    return PACKAGE_UNLOCKS[name].every((entitlement) => entitlements[entitlement])
  }
  const isProcessing = (offer: OfferName): boolean =>
    processing_payments.includes(offer) || (processing_payments.includes('bundle') && BUNDLED.includes(OFFERS[offer].unlocks))
  const stateOf = (offer: OfferName): OfferState => {
    const { kind, unlocks } = OFFERS[offer]
    if (offer === 'bundle') {
      if (isProcessing(offer)) return 'processing'
      return BUNDLED.some(isHeld) || hide_bundle_deal ? 'hidden' : forSale
    }
    if (kind === 'one_time' && isHeld(unlocks)) return 'held'
    if (isProcessing(offer)) return 'processing'
    if (kind === 'monthly' && isSubscribed) return 'subscribed'
    return isHeld(unlocks) ? 'held' : forSale
  }
  return Object.fromEntries(OFFER_NAMES.map((offer) => [offer, stateOf(offer)])) as Record<OfferName, OfferState>
}
