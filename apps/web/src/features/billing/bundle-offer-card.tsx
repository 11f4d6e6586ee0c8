import { formatAmount, OFFERS, offersFor } from '@academy/catalog'
import { entitlementsOf } from '../../account/account-context.ts'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'
import { useCurrency } from './use-currency.ts'

/** The bundle on the dashboard, for users who can buy it now. */
export function BundleOfferCard() {
  const { context } = useAccount()
  const { openBundlePricing } = useFeatureAccess()
  const [currency] = useCurrency()
  // While a payment is processing nothing is for sale; the pricing page explains it.
  if (!context || offersFor({ ...context, entitlements: entitlementsOf(context) }).bundle !== 'for_sale') return null
  return (
    <section aria-labelledby="bundle-offer" className="flex flex-col items-start rounded-lg border border-rule-strong bg-accent-soft p-6">
      <h2 id="bundle-offer" className="text-lg">
        Bundle Offer
      </h2>
      <p className="mt-1 font-display text-2xl font-bold tracking-tight tabular-nums">
        Save up to {formatAmount(OFFERS.bundle.savings[currency], currency)}
      </p>
      <p className="mt-2 mb-5 max-w-prose">{OFFERS.bundle.summary}</p>
      <Button className="mt-auto" aria-haspopup="dialog" onClick={openBundlePricing}>
        View Bundle Offer
      </Button>
    </section>
  )
}
