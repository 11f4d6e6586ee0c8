import { courseAccess } from './course-access.ts'
import type { Entitlements } from './entitlements.ts'
import type { OfferName } from './offers.ts'
import { PACKAGE_UNLOCKS } from './packages.ts'
import { purchaseFlag } from './purchase-flags.ts'
import { isOver } from './subscriptions.ts'

/** What decides which offers somebody sees: the facts of the account context. */
export type BuyerFacts = {
  entitlements: Entitlements
  prices: readonly { plan_id: string }[]
  subscriptions: readonly { plan_name: string; status: string }[]
  hide_bundle_deal: boolean
}

/**
 * - `for_sale`: it can be bought
 * - `held`: bought or granted, and not sold a second time (D-91)
 * - `subscribed`: a subscription that its owner can manage
 * - `hidden`: not offered to this person, and not mentioned (D-100)
 */
export type OfferState = 'for_sale' | 'held' | 'subscribed' | 'hidden'

/** What becomes of each offer for the person with these facts (PRICE-16..18). */
export function offersFor({ entitlements, prices, subscriptions, hide_bundle_deal }: BuyerFacts): Record<OfferName, OfferState> {
  const hasCourse = courseAccess({ is_admin: false, entitlements, prices })
  const isSubscribed = subscriptions.some(({ plan_name, status }) => purchaseFlag(plan_name) === 'has_studio' && !isOver(status))
  const hasStudio = isSubscribed || PACKAGE_UNLOCKS.studio.every((entitlement) => entitlements[entitlement])
  return {
    bundle: hasCourse || hasStudio || hide_bundle_deal ? 'hidden' : 'for_sale',
    master_course: hasCourse ? 'held' : 'for_sale',
    studio: isSubscribed ? 'subscribed' : hasStudio ? 'held' : 'for_sale',
  }
}
