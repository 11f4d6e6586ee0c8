import { courseAccess } from './course-access.ts'
import type { Entitlements } from './entitlements.ts'
import type { OfferName } from './offers.ts'
import { PACKAGE_UNLOCKS } from './packages.ts'
import { purchaseFlag } from './purchase-flags.ts'
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
 * - `held`: bought or granted, and not sold again (D-91)
 * - `subscribed`: a subscription that the subscriber can manage
 * - `processing`: the payment has not arrived
 * - `waiting`: for sale again when another payment has ended
 * - `hidden`: not offered to this account (D-100)
 */
export type OfferState = 'for_sale' | 'held' | 'subscribed' | 'processing' | 'waiting' | 'hidden'

/** Returns the state of each offer for an account with these facts (PRICE-16..18). */
export function offersFor(facts: BuyerFacts): Record<OfferName, OfferState> {
  const { entitlements, prices, subscriptions, hide_bundle_deal, processing_payments = [] } = facts
  const isProcessing = (offer: OfferName) => processing_payments.includes(offer) || processing_payments.includes('bundle')
  const forSale = processing_payments.length > 0 ? 'waiting' : 'for_sale'
  const hasCourse = courseAccess({ is_admin: false, entitlements, prices })
  const isSubscribed = subscriptions.some(({ plan_name, status }) => purchaseFlag(plan_name) === 'has_studio' && !isOver(status))
  const hasStudio = isSubscribed || PACKAGE_UNLOCKS.studio.every((entitlement) => entitlements[entitlement])
  return {
    bundle: isProcessing('bundle') ? 'processing' : hasCourse || hasStudio || hide_bundle_deal ? 'hidden' : forSale,
    master_course: hasCourse ? 'held' : isProcessing('master_course') ? 'processing' : forSale,
    studio: isProcessing('studio') ? 'processing' : isSubscribed ? 'subscribed' : hasStudio ? 'held' : forSale,
  }
}
