import type { AccountFile } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { AdminOnly, AdminOnlyNotice } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ArrowLeft } from '../../ui/icons.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AccountHeader } from './account-header.tsx'
import { accountFileQuery } from './account-queries.ts'
import { AccountPageSkeleton } from './account-skeleton.tsx'
import { AuditLog } from './audit-log.tsx'
import { BundleDealSection } from './bundle-deal-section.tsx'
import { CertificateList } from './certificate-list.tsx'
import { CheckoutList } from './checkout-list.tsx'
import { EntitlementList } from './entitlement-list.tsx'
import { EventList } from './event-list.tsx'
import { GrantList } from './grant-list.tsx'
import { PaymentList } from './payment-list.tsx'
import { EmptyText, Section } from './section.tsx'
import { StripeModeProvider } from './stripe-id.tsx'

/** One account: its access with reasons, payments, grants and audit log, and the actions of the admin. */
export default function AccountPage() {
  const { accountId = '' } = useParams()
  return (
    // Session replay masks texts inside `data-private` (D-144).
    <div data-private className="flex flex-col gap-6">
      <Link to={paths.accounts()} className="inline-flex items-center gap-1.5 self-start text-sm font-medium text-muted hover:text-ink">
        <ArrowLeft aria-hidden="true" className="size-4" />
        All accounts
      </Link>
      <AdminOnly
        loading={<AccountPageSkeleton />}
        fallback={
          <>
            <PageHeading>Account</PageHeading>
            <AdminOnlyNotice />
          </>
        }
      >
        <AccountDetailsLoader key={accountId} accountId={accountId} />
      </AdminOnly>
    </div>
  )
}

function AccountDetailsLoader({ accountId }: { accountId: string }) {
  const { data: file, error, isFetching, refetch } = useQuery(accountFileQuery(accountId))
  if (file) return <AccountDetails file={file} />
  if (!error || isFetching) return <AccountPageSkeleton />
  const isAbsent = error instanceof ApiError && error.status === 404
  return (
    <ErrorState
      headingLevel={1}
      title={isAbsent ? 'Account not found' : "We couldn't load the account"}
      message={error.message}
      {...(!isAbsent && { onRetry: () => void refetch() })}
    />
  )
}

function AccountDetails({ file }: { file: AccountFile }) {
  const { account, checkouts, events } = file
  return (
    <StripeModeProvider sessionIds={[...file.purchases.map(({ id }) => id), ...checkouts.map(({ session_id }) => session_id)]}>
      <div className="flex flex-col gap-10">
        <AccountHeader file={file} />
        <EntitlementList entitlements={file.entitlements} />
        <GrantList account={account} grants={file.grants} />
        <PaymentList file={file} />
        <BundleDealSection account={account} />
        <CertificateList account={account} />
        <Section title="Checkouts">
          {checkouts.length > 0 ? <CheckoutList checkouts={checkouts} /> : <EmptyText>No checkouts yet.</EmptyText>}
        </Section>
        <Section title="Events from Stripe">
          {events.length > 0 ? <EventList events={events} /> : <EmptyText>No events yet.</EmptyText>}
        </Section>
        <AuditLog entries={file.audit_log} />
      </div>
    </StripeModeProvider>
  )
}
