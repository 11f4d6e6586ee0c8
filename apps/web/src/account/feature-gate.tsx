import type { Entitlement } from '@academy/catalog'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import { useOpenPricingDialog } from './pricing-dialog-context.tsx'
import { useAccount } from './use-account.ts'

type FeatureGateProps = {
  feature: Entitlement
  /** Redirect target for users without the feature. Without it they stay and see `locked`. */
  redirectTo?: string
  /** Shown behind the pricing dialog to users who stay. */
  locked?: ReactNode
  /** Shown while entitlements load. */
  loading?: ReactNode
  children: ReactNode
}

/** Shows its children to users with the feature, and opens the pricing dialog for others once entitlements have loaded (ACCESS-08). */
export function FeatureGate({ feature, redirectTo, locked, loading, children }: FeatureGateProps) {
  const { status, entitlements } = useAccount()
  const openPricingDialog = useOpenPricingDialog()
  const isOpen = entitlements[feature]
  const isLocked = !isOpen && status !== 'loading'

  const staysOnPage = redirectTo === undefined
  const closesOnLeaving = useRef(false)

  // A layout effect, because a redirect may lead here with the dialog open: an effect after the paint would open it again for a user who has just
  // closed it.
  useLayoutEffect(() => {
    if (!isLocked) return
    openPricingDialog(feature)
    // After a redirect the dialog stays open on the next page (D-52).
    closesOnLeaving.current = staysOnPage
  }, [isLocked, openPricingDialog, feature, staysOnPage])

  // Only leaving the page closes the dialog: once the user has the feature, the dialog may show the error of a refused purchase (D-119).
  useLayoutEffect(
    () => () => {
      if (closesOnLeaving.current) openPricingDialog(null)
    },
    [openPricingDialog],
  )

  if (isOpen) return children
  if (!isLocked) return loading
  return staysOnPage ? locked : <Navigate to={redirectTo} replace />
}
