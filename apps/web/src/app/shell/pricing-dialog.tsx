import { COURSES, type CourseId, FIRST_COURSE, isCourseId } from '@academy/catalog'
import { useEffect, useState } from 'react'
import { needsName } from '../../account/account-context.ts'
import { type PricingReason, useOpenPricingDialog, usePricingRequest } from '../../account/pricing-dialog-context.tsx'
import { useAccount } from '../../account/use-account.ts'
import { PricingSkeleton } from '../../features/billing/pricing-skeleton.tsx'
import { usePrefetchCountry } from '../../features/billing/use-currency.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Pricing = lazyPart(async () => (await import('./pricing-offers.tsx')).PricingOffers, <PricingSkeleton />)

function titleOf(course: CourseId) {
  return { title: `Unlock ${COURSES[course].title}`, description: 'The course unlocks every tutorial.' }
}

/** The specified titles. VIP tutorials are not sold alone: the course includes them. */
const texts: Record<Exclude<PricingReason, CourseId>, { title: string; description?: string }> = {
  resources: { title: 'Upgrade to Access Resources', description: 'The Prompt Library is part of the Vibe Coding Studio.' },
  my_prompts: { title: 'Upgrade to Access My Prompts', description: 'My Prompts is part of the Vibe Coding Studio.' },
  slack_standard: {
    title: 'Upgrade to Access Community',
    description: 'The community is included with both the Master Course and the Studio.',
  },
  slack_premium: {
    title: 'Upgrade to Access Premium Slack Support',
    description: 'Premium Slack Support is part of the Vibe Coding Studio.',
  },
  aha_sessions: titleOf(FIRST_COURSE),
  bundle: { title: 'Bundle Offer' },
}

/** The pricing dialog. It stays open while pages change beneath it. */
export function PricingDialog() {
  const request = usePricingRequest()
  const reason = request?.reason ?? null
  const openPricingDialog = useOpenPricingDialog()
  const { context, entitlements } = useAccount()
  const [refused, setRefused] = useState<PricingReason | null>(null)
  // Closes when a reload shows that the user has the feature, except after a refused purchase, whose error must stay readable.
  const isGranted = reason !== null && reason !== 'bundle' && reason !== refused && entitlements[reason]

  usePrefetchCountry(reason !== null)

  useEffect(() => {
    if (isGranted) openPricingDialog(null)
  }, [isGranted, openPricingDialog])

  // The profile dialog comes first.
  if (reason === null || isGranted || (context && needsName(context))) return null
  return (
    <Dialog
      onClose={() => openPricingDialog(null)}
      size="lg"
      initialFocus="title"
      {...(isCourseId(reason) ? titleOf(reason) : texts[reason])}
    >
      <Pricing reason={reason} tutorial={request?.tutorial} onAlreadyOwned={() => setRefused(reason)} />
    </Dialog>
  )
}
