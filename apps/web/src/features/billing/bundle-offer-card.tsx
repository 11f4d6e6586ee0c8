import { OFFERS, offersFor } from '@academy/catalog'
import { heldBy } from '../../account/account-context.ts'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'

/** The bundle on the dashboard, for whoever it is offered to (DASH-11, DASH-12, D-27). */
export function BundleOfferCard() {
  const { context } = useAccount()
  const { showBundle } = useFeatureAccess()
  if (!context || offersFor({ ...context, entitlements: heldBy(context) }).bundle === 'hidden') return null
  return (
    <section aria-labelledby="bundle-offer" className="flex flex-col items-start rounded-lg border border-rule-strong bg-accent-soft p-6">
      <h2 id="bundle-offer" className="text-lg">
        Bundle Offer
      </h2>
      {/* The owner's own words (D-96). */}
      <p className="mt-1 font-display text-2xl font-bold tracking-tight tabular-nums">Save up to €220</p>
      <p className="mt-2 mb-5 max-w-prose">{OFFERS.bundle.summary}</p>
      <Button className="mt-auto" aria-haspopup="dialog" onClick={showBundle}>
        View Bundle Offer
      </Button>
    </section>
  )
}
