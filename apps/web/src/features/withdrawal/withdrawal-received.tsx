import { OFFERS } from '@academy/catalog'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import type { Received, Statement } from './statement.ts'

/** Shows that a withdrawal arrived, and what happens next. */
export function WithdrawalReceived({ statement, received }: { statement: Statement; received: Received }) {
  return (
    <>
      <PageHeading isLaterStep>We received your withdrawal</PageHeading>
      <p className="mt-2 text-muted">
        From your contract for the {OFFERS[statement.offer].title}, on{' '}
        <time dateTime={received.received_at}>{formatDate(received.received_at, { dateStyle: 'long', timeStyle: 'short' })}</time>.
      </p>
      <h2 className="mt-7 text-lg">What happens next</h2>
      <ol className="mt-3 flex list-decimal flex-col gap-3 pl-5">
        <li>
          We send an email with your statement, and the date and time we received it, to{' '}
          <strong data-private className="font-semibold break-words">
            {statement.email}
          </strong>
          . Keep it. If it isn't there within an hour, check the spam folder.
        </li>
        <li>We reply by email. If your withdrawal is valid, we refund you within 14 days, to the payment method you used.</li>
      </ol>
      <p className="mt-6 border-t border-rule pt-5 text-sm break-words text-muted">Reference: {statement.id}</p>
    </>
  )
}
