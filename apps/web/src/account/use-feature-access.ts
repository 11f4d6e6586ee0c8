import type { Entitlement } from '@academy/catalog'
import { type PricingWish, useMakePricingWish } from './pricing-wish.tsx'
import { useAccount } from './use-account.ts'

export type FeatureAccess = {
  /** Whether the feature is open; false while that is not known (CTX-10). */
  has(feature: Entitlement): boolean
  /**
   * Asks to use a feature. True: go ahead. False: it is locked, and the pricing dialog opens (ACCESS-08); or nobody knows yet, and
   * nothing happens (D-10, ACCESS-09). Only a convenience: the server decides again.
   */
  request(feature: Entitlement): boolean
  /** Opens the pricing dialog on the bundle's behalf; nothing happens while nobody knows what this person has. */
  showBundle(): void
}

/** What the signed-in person may use, and what happens when they ask for more: the one handler of every locked thing. */
export function useFeatureAccess(): FeatureAccess {
  const { status, entitlements } = useAccount()
  const makeWish = useMakePricingWish()
  const wishFor = (wish: PricingWish) => {
    if (status !== 'loading') makeWish(wish)
  }
  return {
    has: (feature) => entitlements[feature],
    request: (feature) => {
      if (!entitlements[feature]) wishFor(feature)
      return entitlements[feature]
    },
    showBundle: () => wishFor('bundle'),
  }
}
