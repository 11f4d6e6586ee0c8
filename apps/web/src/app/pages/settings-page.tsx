import { LegalPart } from '../../account/legal-part.tsx'
import { env } from '../../env.ts'
import { PricingSkeleton } from '../../features/billing/pricing-skeleton.tsx'
import { ProfileTab } from '../../features/profile/profile-tab.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useTabParam } from '../../ui/use-tab-param.ts'

const loadPricing = () => import('../shell/pricing-offers.tsx')
const Pricing = lazyPart(async () => (await loadPricing()).PricingOffers, <PricingSkeleton />)

const ConsentSetting = lazyPart(async () => (await import('../../analytics/consent-setting.tsx')).ConsentSetting)
const MailSection = lazyPart(async () => (await import('../../account/mail-choice.tsx')).MailSection)
const PasswordSection = lazyPart(async () => (await import('../../features/auth/password-section.tsx')).PasswordSection)
const MoneyBack = lazyPart(async () => (await import('../../features/billing/money-back.tsx')).MoneyBack)
const Receipts = lazyPart(async () => (await import('../../features/billing/receipts.tsx')).Receipts)
const SeatsSection = lazyPart(async () => (await import('../../features/team/seats-section.tsx')).SeatsSection)
const TokensSection = lazyPart(async () => (await import('../../features/tokens/tokens-section.tsx')).TokensSection)
const YourData = lazyPart(async () => (await import('../../features/privacy/your-data.tsx')).YourData)

const PROFILE = 'profile'
const PRICING = 'pricing'

/** Profile, account settings and pricing. The tab is in the URL, so that checkout and billing portal return to it. */
export default function SettingsPage() {
  const { tab, selectTab } = useTabParam(PROFILE)
  const shown = tab === PRICING ? PRICING : PROFILE
  return (
    <div className="flex flex-col gap-6">
      <PageHeading>Settings</PageHeading>
      <Tabs
        label="Settings"
        tabs={[
          { value: PROFILE, label: 'My Profile', content: <ProfileTab /> },
          { value: PRICING, label: 'Pricing & Plans', content: <Pricing headingLevel={2} /> },
        ]}
        value={shown}
        onChange={selectTab}
        onIntent={(value) => {
          if (value === PRICING) void loadPricing().catch(() => undefined)
        }}
      />
      <MoneyBack />
      {shown === PRICING && <Receipts />}
      {shown === PROFILE && (
        <div className="grid gap-6 xl:grid-cols-2 xl:gap-x-12">
          <PasswordSection />
          <TokensSection />
          {/* As tall as the two sections beside it. */}
          <div className="xl:row-span-2">
            <MailSection />
          </div>
          <YourData />
        </div>
      )}
      <SeatsSection />
      {env.analyticsConsent === 'required' && <ConsentSetting />}
      <LegalPart below="text" />
    </div>
  )
}
