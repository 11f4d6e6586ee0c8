import { OFFERS } from '@academy/catalog'
import type { Cancellation } from '@academy/contract'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NarrowCard } from '../../ui/narrow-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { UtcDay } from '../../ui/utc-day.tsx'
import { ConfirmationError } from './confirmation-error.tsx'
import { useCancellation, useLinkToken } from './use-cancellation.ts'

const TITLE = OFFERS.studio.title

type Open = Extract<Cancellation, { state: 'open' }>

/** The page that the mailed link opens. It names the subscription and its end; opening it changes nothing. */
export default function CancelStudioPage() {
  const token = useLinkToken()
  // The key, because another link may be opened on the page of the first one.
  return <LinkedCancellation key={token} token={token} />
}

function LinkedCancellation({ token }: { token: string }) {
  const { page, retry, confirm, pending, error } = useCancellation(token)
  if (page.state === 'loading') return <PageSpinner />
  if (page.state === 'failed') {
    return <ErrorState headingLevel={1} title="We couldn't load your subscription" message={page.error?.message} onRetry={retry} />
  }
  return (
    <NarrowCard>
      {page.state === 'missing' && <InvalidLink />}
      {page.state === 'found' && page.cancellation.state === 'open' && (
        <OpenLink open={page.cancellation} confirm={confirm} pending={pending} error={error} />
      )}
      {page.state === 'found' && page.cancellation.state !== 'open' && <UsedLink used={page.cancellation} />}
    </NarrowCard>
  )
}

const Lead = ({ children }: { children: ReactNode }) => <p className="mt-2 text-muted">{children}</p>

const InvalidLink = () => (
  <>
    <PageHeading>This link no longer works</PageHeading>
    <Lead>A link is valid for 24 hours, and only the newest one works. Opening it changed nothing.</Lead>
    <LinkButton to={paths.withdraw()} className="mt-7 w-full">
      Ask for a new link
    </LinkButton>
  </>
)

type OpenLinkProps = { open: Open; confirm: () => Promise<void>; pending: boolean; error: ApiError | undefined }

function OpenLink({ open: { subscriptions }, confirm, pending, error }: OpenLinkProps) {
  const renewing = subscriptions.filter(({ is_cancelled }) => !is_cancelled)
  const first = renewing[0] ?? subscriptions[0]
  if (first === undefined)
    return (
      <>
        <PageHeading>{`No ${TITLE} to cancel`}</PageHeading>
        <Lead>Your subscription has ended. Nothing more is charged.</Lead>
      </>
    )
  const unpaid = first.is_unpaid ? ' The month that ends then is not paid yet, and may still be charged.' : ''
  const end = first.ends_at === null ? null : <UtcDay day={first.ends_at} />
  if (renewing.length === 0)
    return (
      <>
        <PageHeading>{`Your ${first.title} is cancelled already`}</PageHeading>
        <Lead>
          {end ? (
            <>
              It ends on {end}. Nothing is charged after that.{unpaid}
            </>
          ) : (
            'Nothing more is charged.'
          )}
        </Lead>
      </>
    )
  return (
    <>
      <PageHeading>{`Cancel your ${first.title}`}</PageHeading>
      <Lead>
        {end ? (
          <>
            If you cancel now, it ends on <strong className="font-semibold text-ink">{end}</strong>. Until then you can use what you paid
            for, and nothing is charged after that.{unpaid}
          </>
        ) : (
          'If you cancel now, it ends with the current month, and nothing is charged after that.'
        )}
      </Lead>
      {error !== undefined && (
        <div className="mt-6">
          <ConfirmationError
            error={error}
            refusedTitle="Your subscription was not cancelled"
            unknownTitle="We don't know whether your cancellation arrived"
            button="Cancel now"
          />
        </div>
      )}
      <Button variant="danger" className="mt-7 w-full" pending={pending} onClick={() => void confirm()}>
        {pending ? 'Cancelling...' : 'Cancel now'}
      </Button>
    </>
  )
}

const Day = ({ day }: { day: string }) => (
  <strong className="font-semibold text-ink">
    <UtcDay day={day} />
  </strong>
)

function UsedLink({ used }: { used: Exclude<Cancellation, Open> }) {
  if (used.state === 'requested')
    return (
      <>
        <PageHeading isLaterStep>We received your cancellation</PageHeading>
        <Lead>
          The payment provider can't be reached at the moment. We'll keep trying, and email you as soon as your {TITLE} is cancelled. You
          don't need to do anything.
        </Lead>
        {used.ends_at && (
          <Lead>
            It ends on <Day day={used.ends_at} />. If you are charged for the time after that, we refund it in full.
          </Lead>
        )}
      </>
    )
  return (
    <>
      <PageHeading isLaterStep>{`Your ${TITLE} is cancelled`}</PageHeading>
      <Lead>
        <Ending cancelled={used} />
      </Lead>
      <p className="mt-6 border-t border-rule pt-5 text-sm text-muted">We'll confirm this by email to the address of your account.</p>
    </>
  )
}

type Cancelled = Extract<Cancellation, { state: 'cancelled' }>

function Ending({ cancelled: { ends_at, is_renewal_undone } }: { cancelled: Cancelled }) {
  if (is_renewal_undone)
    return (
      <>
        {ends_at !== null && (
          <>
            It ended on <Day day={ends_at} />.{' '}
          </>
        )}
        A further month was billed after your cancellation. We undid that: what you paid for it is refunded in full.
      </>
    )
  if (ends_at === null) return <>It has ended. Nothing more is charged.</>
  return (
    <>
      It ends on <Day day={ends_at} />. Until then you can use what you paid for, and nothing is charged after that.
    </>
  )
}
