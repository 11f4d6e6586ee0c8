import type { AccountFile } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { AdminOnly, AdminRefusal } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ArrowLeft } from '../../ui/icons.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AccountHead } from './account-head.tsx'
import { accountFileQuery } from './account-queries.ts'
import { FileSkeleton } from './account-skeleton.tsx'
import { AuditLog } from './audit-log.tsx'
import { BundleDeal } from './bundle-deal.tsx'
import { CheckoutList } from './checkout-list.tsx'
import { EntitlementList } from './entitlement-list.tsx'
import { EventList } from './event-list.tsx'
import { GrantList } from './grant-list.tsx'
import { PaymentList } from './payment-list.tsx'
import { Nothing, Section } from './section.tsx'
import { StripeMode } from './stripe-link.tsx'

/** One account: what it may open and why, every fact behind that, and what an operator can change. */
export default function AccountPage() {
  const { accountId = '' } = useParams()
  return (
    // Recordings of sessions show of it how it looks, not whom it names (D-144).
    <div data-private className="flex flex-col gap-6">
      <Link to={paths.accounts()} className="inline-flex items-center gap-1.5 self-start text-sm font-medium text-muted hover:text-ink">
        <ArrowLeft aria-hidden="true" className="size-4" />
        All accounts
      </Link>
      <AdminOnly
        loading={<FileSkeleton />}
        refusal={
          <>
            <PageHeading>Account</PageHeading>
            <AdminRefusal />
          </>
        }
      >
        <File key={accountId} accountId={accountId} />
      </AdminOnly>
    </div>
  )
}

function File({ accountId }: { accountId: string }) {
  const { data: file, error, isFetching, refetch } = useQuery(accountFileQuery(accountId))
  if (file) return <Shown file={file} />
  if (!error || isFetching) return <FileSkeleton />
  const isAbsent = error instanceof ApiError && error.status === 404
  return (
    <ErrorState
      headingLevel={1}
      title={isAbsent ? 'There is no such account' : 'The account could not be loaded'}
      message={error.message}
      {...(!isAbsent && { onRetry: () => void refetch() })}
    />
  )
}

function Shown({ file }: { file: AccountFile }) {
  const { account, checkouts, events } = file
  return (
    <StripeMode sessionIds={[...file.purchases.map(({ id }) => id), ...checkouts.map(({ session_id }) => session_id)]}>
      <div className="flex flex-col gap-10">
        <AccountHead file={file} />
        <EntitlementList entitlements={file.entitlements} />
        <GrantList account={account} grants={file.grants} />
        <PaymentList file={file} />
        <BundleDeal account={account} />
        <Section title="Checkouts">
          {checkouts.length > 0 ? <CheckoutList checkouts={checkouts} /> : <Nothing>None was ever begun.</Nothing>}
        </Section>
        <Section title="Events from Stripe">
          {events.length > 0 ? <EventList events={events} /> : <Nothing>Nothing was told about this account.</Nothing>}
        </Section>
        <AuditLog entries={file.audit_log} />
      </div>
    </StripeMode>
  )
}
