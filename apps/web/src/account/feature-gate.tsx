import type { Entitlement } from '@academy/catalog'
import { useLayoutEffect } from 'react'
import { Navigate } from 'react-router'
import type { Elements } from '../ui/jsx/jsx-types.ts'
import { useOpenPricingDialog } from './pricing-dialog-context.tsx'
import { useAccount } from './use-account.ts'

type FeatureGateProps = {
  feature: Entitlement
  /** Redirect target for users without the feature. Without it they stay and see `locked`. */
  redirectTo?: string
  /** Shown behind the pricing dialog to users who stay. */
  locked?: Elements
  /** Shown while entitlements load. */
  loading?: Elements
  children: Elements
}

/** Shows its children to users with the feature, and opens the pricing dialog for others once entitlements have loaded. */
export function FeatureGate({ feature, redirectTo, locked, loading, children }: FeatureGateProps) {
  const { status, entitlements } = useAccount()
  const openPricingDialog = useOpenPricingDialog()
  const isOpen = entitlements[feature]
  const isLocked = !isOpen && status !== 'loading'

  const staysOnPage = redirectTo === undefined

  // A layout effect, because a redirect may lead here with the dialog open: an effect after the paint would open it again for a user who has just
  // closed it.
  useLayoutEffect(() => {
    if (isLocked) openPricingDialog(feature)
  }, [isLocked, openPricingDialog, feature])

  // Leaving the page closes the dialog, not the feature: the dialog may show the error of a refused purchase. After a redirect it stays
  // open on the next page.
  useLayoutEffect(() => (staysOnPage ? () => openPricingDialog(null) : undefined), [staysOnPage, openPricingDialog])

  if (isOpen) return children
  if (!isLocked) return loading
  return staysOnPage ? locked : <Navigate to={redirectTo} replace />
}
