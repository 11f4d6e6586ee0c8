import type { AccountDetails } from '@academy/contract'
import { Badge } from '../../ui/badge.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { accountName } from './account-text.ts'
import { DescriptionList } from './description-list.tsx'
import { Code, StripeId } from './stripe-id.tsx'

/** Name, email and Stripe customer of an account. */
export function AccountHeader({ details: { account, customer, former_customers } }: { details: AccountDetails }) {
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
