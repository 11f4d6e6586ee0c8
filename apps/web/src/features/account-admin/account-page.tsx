import type { AccountDetails } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { AdminOnly } from '../../account/admin-only.tsx'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { AccountHeader } from './account-header.tsx'
import { accountDetailsQuery } from './account-queries.ts'
import { AccountPageSkeleton } from './account-skeleton.tsx'
import { AuditLog } from './audit-log.tsx'
import { BundleDealSection } from './bundle-deal-section.tsx'
import { CertificateList } from './certificate-list.tsx'
import { CheckoutList } from './checkout-list.tsx'
import { EntitlementList } from './entitlement-list.tsx'
import { EventList } from './event-list.tsx'
import { GrantList } from './grant-list.tsx'
import { PaymentList } from './payment-list.tsx'
import { StripeModeProvider } from './stripe-id.tsx'

/** One account: its access with reasons, payments, grants and audit log, and the actions of the admin. */
export default function AccountPage() {
  const { accountId = '' } = useParams()
  return (
    <div data-private className="flex flex-col gap-6">
      <div>
        <BackLink to={paths.accounts()} variant="link">
          All accounts
        </BackLink>
      </div>
      <AdminOnly heading="Account" loading={<AccountPageSkeleton />}>
        <AccountSectionsLoader key={accountId} accountId={accountId} />
      </AdminOnly>
    </div>
  )
}

function AccountSectionsLoader({ accountId }: { accountId: string }) {
  return (
    <QueryView
      query={useQuery(accountDetailsQuery(accountId))}
      loading={<AccountPageSkeleton />}
      errorTitle="We couldn't load the account"
      notFoundTitle="Account not found"
      headingLevel={1}
    >
      {(details) => <AccountSections details={details} />}
    </QueryView>
  )
}

function AccountSections({ details }: { details: AccountDetails }) {
  const { account, checkouts, events } = details
  return (
    <StripeModeProvider sessionId={checkouts[0]?.session_id ?? details.purchases[0]?.id}>
      <div className="flex flex-col gap-10">
        <AccountHeader details={details} />
        <EntitlementList entitlements={details.entitlements} />
        <GrantList account={account} grants={details.grants} />
        <PaymentList details={details} />
        <BundleDealSection account={account} />
        <CertificateList account={account} />
        <Section title="Checkouts">
          <CheckoutList checkouts={checkouts} />
        </Section>
        <Section title="Events from Stripe">
          <EventList events={events} />
        </Section>
        <AuditLog entries={details.audit_log} />
      </div>
    </StripeModeProvider>
  )
}
