import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { LegalPart } from '../../account/legal-part.tsx'
import { env } from '../../env.ts'
import { PricingSkeleton } from '../../features/billing/pricing-skeleton.tsx'
import type { ProfileDraft } from '../../features/profile/profile-fields.tsx'
import { ProfileTab } from '../../features/profile/profile-tab.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const loadPricing = () => import('../shell/pricing-offers.tsx')
const Pricing = lazyPart(async () => (await loadPricing()).PricingOffers, <PricingSkeleton />)

const ConsentSetting = lazyPart(async () => (await import('../../analytics/consent-setting.tsx')).ConsentSetting)
const PasswordSection = lazyPart(async () => (await import('../../features/auth/password-section.tsx')).PasswordSection)
const MoneyBack = lazyPart(async () => (await import('../../features/billing/money-back.tsx')).MoneyBack)
const Receipts = lazyPart(async () => (await import('../../features/billing/receipts.tsx')).Receipts)
const TokensSection = lazyPart(async () => (await import('../../features/tokens/tokens-section.tsx')).TokensSection)
const YourData = lazyPart(async () => (await import('../../features/privacy/your-data.tsx')).YourData)

const PROFILE = 'profile'
const PRICING = 'pricing'

/** Profile, account settings and pricing. The tab is in the URL, so that checkout and billing portal return to it. */
export default function SettingsPage() {
  // Kept here, because the tab unmounts when the user opens the other one.
  const [unsaved, setUnsaved] = useState<ProfileDraft | null>(null)
  const [params, setParams] = useSearchParams()
  const shown = params.get('tab') === PRICING ? PRICING : PROFILE
  const show = (value: string) => setParams(value === PROFILE ? {} : { tab: value }, { replace: true })
  return (
    <div className="flex flex-col gap-6">
      <PageHeading>Settings</PageHeading>
      <Tabs
        label="Settings"
        tabs={[
          { value: PROFILE, label: 'My Profile', content: <ProfileTab unsaved={unsaved} setUnsaved={setUnsaved} /> },
          { value: PRICING, label: 'Pricing & Plans', content: <Pricing headingLevel={2} /> },
        ]}
        value={shown}
        onChange={show}
        onIntent={(value) => {
          if (value === PRICING) void loadPricing().catch(() => undefined)
        }}
      />
      <MoneyBack />
      {shown === PRICING && <Receipts />}
      {shown === PROFILE && (
        <>
          <PasswordSection />
          <TokensSection />
          <YourData />
        </>
      )}
      {env.analyticsConsent === 'required' && <ConsentSetting />}
      <LegalPart below="text" />
    </div>
  )
}
