import type { RecordedCheckout, WelcomeMailStatus } from '@academy/contract'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { RuledList } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { checkoutStatuses, offerName, welcomeMailTexts } from './account-text.ts'
import { Code, StripeId, StripeModeProvider } from './stripe-id.tsx'

/** Checkouts, newest first. `withAccount` adds links to the accounts. */
export function CheckoutList({ checkouts, withAccount = false }: { checkouts: RecordedCheckout[]; withAccount?: boolean }) {
  return (
    <RuledList empty="No checkouts yet.">
      {checkouts.map((checkout) => {
        const { label, tone } = checkoutStatuses[checkout.status]
        return (
          <li key={checkout.session_id} className="py-3 text-sm">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">
                {offerName(checkout.offer)}
                {checkout.seats > 0 && `, ${pluralize(checkout.seats, 'seat')} for others,`} in {checkout.currency.toUpperCase()}
              </span>
              <Badge tone={tone}>{label}</Badge>
              <span className="text-muted">
                started <Timestamp at={checkout.created_at} />
                {checkout.settled_at && (
                  <>
                    , settled <Timestamp at={checkout.settled_at} />
                  </>
                )}
              </span>
            </p>
            {checkout.consented_at && (
              <p className="mt-1 text-muted">
                Consented to immediate access <Timestamp at={checkout.consented_at} />
                {checkout.consent_version && `, text of ${checkout.consent_version}`}
              </p>
            )}
            {checkout.welcome_mail_status && <WelcomeMail status={checkout.welcome_mail_status} />}
            {checkout.problem && <p className="mt-1 max-w-prose text-danger">{checkout.problem}</p>}
            <p className="mt-0.5 text-muted">
              <Code>{checkout.session_id}</Code>
            </p>
            {withAccount && (
              <p className="mt-0.5 flex flex-wrap gap-x-4">
                <Link to={paths.account(checkout.account_id)} className="text-link">
                  See the account
                </Link>
                <StripeModeProvider sessionId={checkout.session_id}>
                  <StripeId id={checkout.customer_id} />
                </StripeModeProvider>
              </p>
            )}
          </li>
        )
      })}
    </RuledList>
  )
}

const FAILED: readonly WelcomeMailStatus['state'][] = ['retrying', 'given_up']

/** Whether the welcome mail was sent and when, or why not. */
function WelcomeMail({ status: { state, at, attempts } }: { status: WelcomeMailStatus }) {
  const hasFailed = FAILED.includes(state)
  return (
    <p className="mt-1 max-w-prose text-muted">
      {welcomeMailTexts[state]}
      {hasFailed && `, ${pluralize(attempts, 'attempt')}, the last one`}
      {at && (state === 'sent' || hasFailed) && (
        <>
          {' '}
          <Timestamp at={at} />
        </>
      )}
    </p>
  )
}
