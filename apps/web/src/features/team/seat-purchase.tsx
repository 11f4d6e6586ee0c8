import type { TeamSeat } from '@academy/contract'
import { useId } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { InviteForm } from './invite-form.tsx'
import type { TeamPurchase } from './purchase-part.tsx'
import { RefundSeats } from './refund-seats.tsx'
import { SeatLink } from './seat-link.tsx'
import { SeatList } from './seat-list.tsx'
import { closedBecause, seatAtStart, seatInText } from './seat-text.ts'

/** One purchase of seats: how many there are, the ways to give them, their members, and the guarantee. */
export function SeatPurchase({ purchase }: { purchase: TeamPurchase }) {
  const id = useId()
  const { offer, is_buyer, seats, usable, paid_at } = purchase
  return (
    <article aria-labelledby={id} className="flex flex-col gap-8 border-t border-rule pt-6">
      <div>
        <h2 id={id} className="text-xl">
          {pluralize(seats, 'seat')} in {seatInText(offer)}
        </h2>
        <p className="mt-1 max-w-prose text-muted">
          Bought on {formatDate(paid_at)}
          {!is_buyer && ' by an account that was deleted. The academy made you the owner of the seats.'}
        </p>
        <PurchaseNotice purchase={purchase} />
        <Counts purchase={purchase} />
      </div>
      {usable > 0 && (
        <div className="grid gap-8 xl:grid-cols-2 xl:gap-x-12">
          <InviteForm purchase={purchase} />
          <SeatLink purchase={purchase} />
        </div>
      )}
      <SeatList purchase={purchase} />
      <RefundSeats purchase={purchase} />
    </article>
  )
}

/** Says what ended the purchase, or may end it. */
function PurchaseNotice({ purchase: { state, offer, is_buyer, usable } }: { purchase: TeamPurchase }) {
  if (state === 'disputed')
    return (
      <Alert tone="warning" className="mt-4" title={is_buyer ? 'You disputed this payment' : 'The buyer disputed this payment'}>
        The bank decides. Until then the seats stay open, and none can be refunded here. If the bank returns the payment, all seats close.
      </Alert>
    )
  if (usable > 0) return null
  return (
    <Alert tone="warning" className="mt-4" title="All seats are closed">
      They closed because {closedBecause(state)}. {seatAtStart(offer)} is closed for members who do not have it otherwise.
    </Alert>
  )
}

const countOf = (taken: readonly TeamSeat[], state: TeamSeat['state']): number => taken.filter((seat) => seat.state === state).length

function Counts({ purchase: { seats, usable, open, taken } }: { purchase: TeamPurchase }) {
  const counts = {
    Free: open,
    Invited: countOf(taken, 'invited'),
    Claimed: countOf(taken, 'claimed'),
    Started: countOf(taken, 'started'),
    Finished: countOf(taken, 'finished'),
    ...(seats > usable && { Closed: seats - usable }),
  }
  return (
    <dl className="mt-5 flex flex-wrap gap-x-8 gap-y-4">
      {Object.entries(counts).map(([name, count]) => (
        <div key={name} className="flex min-w-16 flex-col-reverse">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-display text-2xl font-bold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  )
}
