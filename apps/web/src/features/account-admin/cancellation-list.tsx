import type { PaymentIssues } from '@academy/contract'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { RuledList } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'

/** Cancellations of a Studio that are not complete at Stripe. */
export const CancellationList = ({ cancellations }: Pick<PaymentIssues, 'cancellations'>) => (
  <RuledList>
    {cancellations.map(({ id, account_id, confirmed_at, error }) => (
      <li key={id} className="py-3 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">Cancellation of the Studio</span>
          <Badge tone="danger">Not complete</Badge>
          <span className="text-muted">
            confirmed <Timestamp at={confirmed_at} />, retried every minute
          </span>
        </p>
        {error && <p className="mt-1 max-w-prose break-words text-danger">{error}</p>}
        <Link to={paths.account(account_id)} className="text-link mt-0.5 inline-block">
          See the account
        </Link>
      </li>
    ))}
  </RuledList>
)
