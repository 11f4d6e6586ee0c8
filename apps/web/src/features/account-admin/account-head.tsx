import type { AccountFile } from '@academy/contract'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { nameOf } from './account-text.ts'
import { Facts } from './facts.tsx'
import { Code, StripeId } from './stripe-link.tsx'

/** Whose account this is, and as whom they pay. */
export function AccountHead({ file: { account, customer, former_customers } }: { file: AccountFile }) {
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeading className="min-w-0 break-words">{nameOf(account)}</PageHeading>
        {account.is_admin && <Badge tone="accent">ADMIN</Badge>}
      </div>
      <p className="mt-1 text-lg break-words text-muted">{[account.email, account.job_title].filter(Boolean).join(' · ')}</p>
      <Facts
        facts={[
          ['Account', <Code key="id">{account.account_id}</Code>],
          ['Since', <Moment day key="since" at={account.created_at} />],
          ['Stripe customer', customer ? <StripeId key="customer" id={customer.customer_id} /> : 'None: never began to pay'],
          ['First checkout', customer?.checkout_completed_at && <Moment day key="first" at={customer.checkout_completed_at} />],
          ['Last compared', customer?.synced_at && <Moment key="synced" at={customer.synced_at} />],
          ...former_customers.map(
            ({ customer_id, deleted_at }) =>
              [
                'Former customer',
                <span key={customer_id}>
                  <Code>{customer_id}</Code>, deleted <Moment day at={deleted_at} />
                </span>,
              ] as const,
          ),
        ]}
      />
    </header>
  )
}
