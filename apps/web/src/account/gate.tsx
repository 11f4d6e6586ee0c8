import type { Entitlement } from '@academy/catalog'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router'
import { useMakePricingWish } from './pricing-wish.tsx'
import { useAccount } from './use-account.ts'

type GateProps = {
  feature: Entitlement
  /** Where those go who lack the feature; without it they stay, and see `locked`. */
  redirectTo?: string
  /** What stands behind the pricing dialog of those who stay; nothing by default. */
  locked?: ReactNode
  /** What is shown while entitlements load: the skeleton of what is behind the gate. */
  loading?: ReactNode
  children: ReactNode
}

/** Shows its children to those who have the feature. Others get the pricing dialog, as soon as it is known that they lack it (ACCESS-08). */
export function Gate({ feature, redirectTo, locked, loading, children }: GateProps) {
  const { status, entitlements } = useAccount()
  const makeWish = useMakePricingWish()
  const isOpen = entitlements[feature]
  const isLocked = !isOpen && status !== 'loading'

  const stays = redirectTo === undefined

  useEffect(() => {
    if (!isLocked) return
    makeWish(feature)
    // Whoever stays and then goes back has lost interest; whoever is sent elsewhere meets the dialog there (D-52).
    return stays ? () => makeWish(null) : undefined
  }, [isLocked, makeWish, feature, stays])

  if (isOpen) return children
  if (!isLocked) return loading
  return stays ? locked : <Navigate to={redirectTo} replace />
}
