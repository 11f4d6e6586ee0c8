import type { RecordedCheckout } from '@academy/contract'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { checkoutStandings, offerName } from './account-text.ts'
import { Lines } from './section.tsx'
import { Code, StripeId } from './stripe-link.tsx'

/** Checkouts, the newest first. `withAccount` leads to whose each is, where that is not known from the page. */
export function CheckoutList({ checkouts, withAccount = false }: { checkouts: RecordedCheckout[]; withAccount?: boolean }) {
  return (
    <Lines>
      {checkouts.map((checkout) => {
        const { label, tone } = checkoutStandings[checkout.status]
        return (
          <li key={checkout.session_id} className="py-3 text-sm">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">
                {offerName(checkout.offer)} in {checkout.currency.toUpperCase()}
              </span>
              <Badge tone={tone}>{label}</Badge>
              <span className="text-muted">
                begun <Moment at={checkout.created_at} />
                {checkout.settled_at && (
                  <>
                    , settled <Moment at={checkout.settled_at} />
                  </>
                )}
              </span>
            </p>
            {checkout.problem && <p className="mt-1 max-w-prose text-danger">{checkout.problem}</p>}
            <p className="mt-0.5 text-muted">
              <Code>{checkout.session_id}</Code>
            </p>
            {withAccount && (
              <p className="mt-0.5 flex flex-wrap gap-x-4">
                <Link to={paths.account(checkout.account_id)} className="text-link">
                  See the account
                </Link>
                <StripeId id={checkout.customer_id} />
              </p>
            )}
          </li>
        )
      })}
    </Lines>
  )
}
