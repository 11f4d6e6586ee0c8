import { OFFERS } from '@academy/catalog'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import type { Received, Statement } from './statement.ts'
import { StatementText } from './statement-text.tsx'

/** Shows that a withdrawal arrived, with its text to print or save, and what happens next. */
export function WithdrawalReceived({ statement, received }: { statement: Statement; received: Received }) {
  const { received_at, is_mailed } = received
  return (
    <>
      <PageHeading isLaterStep>We received your withdrawal</PageHeading>
      <p className="mt-2 text-muted">
        From your contract for the {OFFERS[statement.offer].title}, on{' '}
        <time dateTime={received_at}>{formatDate(received_at, { dateStyle: 'long', timeStyle: 'long' })}</time>.
      </p>
      {!is_mailed && (
        <Alert tone="warning" className="mt-5" title="We can't email you the confirmation">
          Your withdrawal counts all the same. Print this page or save it as a PDF: it is your proof.
        </Alert>
      )}
      <StatementText statement={statement} />
      <p className="text-sm break-words text-muted">
        Reference: <span translate="no">{statement.id}</span>
      </p>
      <Button variant="secondary" className="mt-5 w-full print:hidden" onClick={() => print()}>
        Print or save as PDF
      </Button>
      <h2 className="mt-7 text-lg">What happens next</h2>
      <ol className="mt-3 flex list-decimal flex-col gap-3 pl-5">
        {is_mailed && (
          <li>
            We send an email with the contract, the date and time we received your withdrawal, and the reference, to{' '}
            <strong data-private translate="no" className="font-semibold break-words">
              {statement.email}
            </strong>
            . Keep it. If it isn't there within an hour, check the spam folder.
          </li>
        )}
        <li>We reply by email. If your withdrawal is valid, we refund you within 14 days, to the payment method you used.</li>
      </ol>
    </>
  )
}
