import { lazy, Suspense, useEffect } from 'react'
import { isNameless } from '../../account/account-context.ts'
import { type PricingWish, useMakePricingWish, usePricingWish } from '../../account/pricing-wish.tsx'
import { useAccount } from '../../account/use-account.ts'
import { PricingSkeleton } from '../../features/billing/pricing-skeleton.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const Pricing = lazy(() => import('../../features/billing/pricing.tsx').then((module) => ({ default: module.Pricing })))

/** PRICE-19, PRICE-20, D-97. VIP tutorials are not sold as such: the course opens them. */
const titles: Record<PricingWish, string> = {
  resources: 'Upgrade to Access Resources',
  my_prompts: 'Upgrade to Access My Prompts',
  slack_standard: 'Upgrade to Access Community',
  slack_premium: 'Upgrade to Access Premium Slack Support',
  master_course: 'Unlock Master Course',
  aha_sessions: 'Unlock Master Course',
  bundle: 'Bundle Offer',
}

/** The one pricing dialog: opens for whatever page or control makes a wish, and stays while pages change beneath it (D-52). */
export function PricingDialog() {
  const wish = usePricingWish()
  const makeWish = useMakePricingWish()
  const { context, entitlements } = useAccount()
  // Loading again may show that it is theirs after all: then there is nothing to sell.
  const isGranted = wish !== null && wish !== 'bundle' && entitlements[wish]

  useEffect(() => {
    if (isGranted) makeWish(null)
  }, [isGranted, makeWish])

  // Whoever has yet to tell their name is asked for that first (D-90).
  if (wish === null || isGranted || (context && isNameless(context))) return null
  return (
    <Dialog open onClose={() => makeWish(null)} title={titles[wish]} size="lg">
      <Suspense fallback={<PricingSkeleton />}>
        <Pricing />
      </Suspense>
    </Dialog>
  )
}
