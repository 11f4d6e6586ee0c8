import type { Entitlement } from '@academy/catalog'
import { type PricingReason, useOpenPricingDialog } from './pricing-dialog-context.tsx'
import { useAccount } from './use-account.ts'

export type FeatureAccess = {
  /** Returns whether the feature is open; false while the account loads. */
  has(feature: Entitlement): boolean
  /** Returns whether the way to the feature's page is locked. After a failed load it is not: the page says what failed, and opens by itself. */
  isLocked(feature: Entitlement): boolean
  /**
   * Returns whether the feature is open. Opens the pricing dialog, which names the tutorial, when it is locked. While the account
   * loads it returns false and opens nothing. For display only: the server decides.
   */
  request(feature: Entitlement, tutorial?: string): boolean
  /** Opens the pricing dialog for the bundle, unless the account is loading. */
  openBundlePricing(): void
}

/** Checks features of the signed-in user and opens the pricing dialog for locked ones. Every locked control uses it. */
export function useFeatureAccess(): FeatureAccess {
  const { status, error, entitlements } = useAccount()
  const openPricingDialog = useOpenPricingDialog()
  const openPricingFor = (reason: PricingReason, tutorial?: string) => {
    if (status !== 'loading') openPricingDialog(reason, tutorial)
  }
  return {
    has: (feature) => entitlements[feature],
    isLocked: (feature) => !entitlements[feature] && (status === 'loaded' || !error),
    request: (feature, tutorial) => {
      if (!entitlements[feature]) openPricingFor(feature, tutorial)
      return entitlements[feature]
    },
    openBundlePricing: () => openPricingFor('bundle'),
  }
}
