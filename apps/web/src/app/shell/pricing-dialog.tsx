import { lazy, Suspense, useEffect, useState } from 'react'
import { isNameless } from '../../account/account-context.ts'
import { type PricingWish, useMakePricingWish, usePricingWish } from '../../account/pricing-wish.tsx'
import { useAccount } from '../../account/use-account.ts'
import { PricingSkeleton } from '../../features/billing/pricing-skeleton.tsx'
import { useCountryAhead } from '../../features/billing/use-country-ahead.ts'
import { Dialog } from '../../ui/dialog.tsx'

const Pricing = lazy(() => import('../../features/billing/pricing.tsx').then((module) => ({ default: module.Pricing })))

/** PRICE-19, PRICE-20, D-97; and what unlocks it. VIP tutorials are not sold as such: the course opens them. */
const words: Record<PricingWish, { title: string; description?: string }> = {
  resources: { title: 'Upgrade to Access Resources', description: 'The Prompt Library comes with the Vibe Coding Studio.' },
  my_prompts: { title: 'Upgrade to Access My Prompts', description: 'My Prompts come with the Vibe Coding Studio.' },
  slack_standard: {
    title: 'Upgrade to Access Community',
    description: 'The community comes with the Master Course, and with the Vibe Coding Studio.',
  },
  slack_premium: {
    title: 'Upgrade to Access Premium Slack Support',
    description: 'Premium Slack support comes with the Vibe Coding Studio.',
  },
  master_course: { title: 'Unlock Master Course', description: 'With the course, every tutorial is open to you.' },
  aha_sessions: { title: 'Unlock Master Course', description: 'With the course, every tutorial is open to you.' },
  bundle: { title: 'Bundle Offer' },
}

/** The one pricing dialog: opens for whatever page or control makes a wish, and stays while pages change beneath it (D-52). */
export function PricingDialog() {
  const wish = usePricingWish()
  const makeWish = useMakePricingWish()
  const { context, entitlements } = useAccount()
  const [refused, setRefused] = useState<PricingWish | null>(null)
  // Loading again may show that it is theirs after all: then there is nothing to sell. After a refused purchase that has to be read first.
  const isGranted = wish !== null && wish !== 'bundle' && wish !== refused && entitlements[wish]

  useCountryAhead(wish !== null)

  useEffect(() => {
    if (isGranted) makeWish(null)
  }, [isGranted, makeWish])

  // Whoever has yet to tell their name is asked for that first (D-90).
  if (wish === null || isGranted || (context && isNameless(context))) return null
  return (
    <Dialog open onClose={() => makeWish(null)} size="lg" {...words[wish]}>
      <Suspense fallback={<PricingSkeleton />}>
        <Pricing onHeld={() => setRefused(wish)} />
      </Suspense>
    </Dialog>
  )
}
