import type { AccountDetails, ExplainedEntitlement } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { AdminOnly } from '../../account/admin-only.tsx'
import { adminTsr } from '../../api/admin-client.ts'
import { unwrapResponse } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { accountDetailsQuery } from './account-queries.ts'
import { AccountPageSkeleton } from './account-skeleton.tsx'
import { accountName, entitlementLabels } from './account-text.ts'
import { AdminActionButton } from './admin-action-button.tsx'
import { AuditLog } from './audit-log.tsx'
import { CertificateList } from './certificate-list.tsx'
import { CheckoutList } from './checkout-list.tsx'
import { DescriptionList } from './description-list.tsx'
import { EventList } from './event-list.tsx'
import { GrantList } from './grant-list.tsx'
import { PaymentList } from './payment-list.tsx'
import { Code, StripeId, StripeModeProvider } from './stripe-id.tsx'

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

/** Name, email and Stripe customer of an account. */
function AccountHeader({ details: { account, customer, former_customers } }: { details: AccountDetails }) {
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeading className="min-w-0 break-words">{accountName(account)}</PageHeading>
        {account.is_admin && <Badge tone="accent">ADMIN</Badge>}
      </div>
      <p className="mt-1 text-lg break-words text-muted">{[account.email, account.job_title].filter(Boolean).join(' · ')}</p>
      <DescriptionList
        items={[
          ['Account', <Code key="id">{account.account_id}</Code>],
          ['Since', <Timestamp dateOnly key="since" at={account.created_at} />],
          ['Stripe customer', customer ? <StripeId key="customer" id={customer.customer_id} /> : 'None (never started checkout)'],
          ['First checkout', customer?.checkout_completed_at && <Timestamp dateOnly key="first" at={customer.checkout_completed_at} />],
          ['Last synced', customer?.synced_at && <Timestamp key="synced" at={customer.synced_at} />],
          ...former_customers.map(
            ({ customer_id, deleted_at }) =>
              [
                'Former customer',
                <span key={customer_id}>
                  <Code>{customer_id}</Code>, deleted <Timestamp dateOnly at={deleted_at} />
                </span>,
              ] as const,
          ),
        ]}
      />
    </header>
  )
}

/** The entitlements of an account with the grants and payments behind them, past ones included. */
function EntitlementList({ entitlements }: { entitlements: ExplainedEntitlement[] }) {
  return (
    <Section title="Access">
      <RuledList>
        {entitlements.map(({ entitlement, held, reasons }) => (
          <li key={entitlement} className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
            <h3 className="flex items-baseline justify-between gap-3 self-start font-text text-base font-semibold tracking-normal">
              {entitlementLabels[entitlement]}
              {held ? <Badge tone="positive">Open</Badge> : <Badge tone="locked">Locked</Badge>}
            </h3>
            {reasons.length === 0 ? (
              <p className="text-muted">No access.</p>
            ) : (
              <ul className="flex max-w-prose flex-col gap-1.5">
                {reasons.map((reason) => (
                  <li
                    key={`${reason.kind} ${reason.id}`}
                    className={cx('border-l-2 pl-3', reason.holds ? 'border-positive' : 'border-rule text-muted')}
                  >
                    {reason.text}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </RuledList>
    </Section>
  )
}

/** Shows whether the account is offered the bundle, with a button to change it. */
function BundleDealSection({ account }: Pick<AccountDetails, 'account'>) {
  const { hide_bundle_deal: isHidden } = account
  const label = isHidden ? 'Offer the bundle again' : 'Hide the bundle'
  return (
    <Section
      title="Bundle offer"
      action={
        <AdminActionButton
          label={label}
          title={label}
          description={
            isHidden
              ? `${accountName(account)} will see the bundle again, unless they own the course or the Studio.`
              : `${accountName(account)} will no longer see the bundle and cannot buy it. Past purchases stay.`
          }
          pendingLabel="Saving..."
          send={(reason) =>
            unwrapResponse(
              adminTsr.adminAccounts.bundleDeal.mutate({ params: { accountId: account.account_id }, body: { hidden: !isHidden, reason } }),
            )
          }
        />
      }
    >
      <p className="max-w-prose">
        {isHidden
          ? 'Hidden: this account does not see the bundle and cannot buy it.'
          : 'Offered while this account has neither the Master Course nor the Studio.'}
      </p>
    </Section>
  )
}
