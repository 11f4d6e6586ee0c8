import type { TeamSeat } from '@academy/contract'
import { useRef, useState } from 'react'
import { toastFailure } from '../../api/api-error.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyText } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { toast } from '../../ui/toast.ts'
import { PurchasePart, type TeamPurchase } from './purchase-part.tsx'
import { closedBecause, seatAtStart } from './seat-text.ts'
import { useRemoveSeat } from './team-queries.ts'

/** How each state of a seat is shown, and what its time says. */
const STATES: Record<TeamSeat['state'], { label: string; tone: BadgeTone; since: string }> = {
  invited: { label: 'Invited', tone: 'neutral', since: 'on' },
  claimed: { label: 'Claimed', tone: 'warning', since: 'on' },
  started: { label: 'Started', tone: 'positive', since: 'on' },
  finished: { label: 'Finished', tone: 'accent', since: 'started on' },
  closed: { label: 'Closed', tone: 'locked', since: '' },
}

const isMovable = ({ state }: TeamSeat): boolean => state === 'invited' || state === 'claimed'

/** Lists the seats that are not free. Those that did not start can be taken back. */
export function SeatList({ purchase }: { purchase: TeamPurchase }) {
  const { taken, usable, offer } = purchase
  const heading = useRef<HTMLHeadingElement>(null)
  const [takingBack, setTakingBack] = useState<TeamSeat>()
  const { mutate, isPending, variables } = useRemoveSeat()
  const takeBack = ({ id }: TeamSeat) =>
    mutate(id, {
      onSuccess: () => {
        toast.success({ title: 'The seat is free', description: 'You can give it to another member.' })
        // The button that had the focus goes with its row.
        heading.current?.focus()
      },
      onError: (error) => toastFailure("We couldn't take the seat back", error),
    })
  const invited = taken.filter(({ state }) => state === 'invited').length
  const left = usable - taken.filter(({ state }) => state !== 'invited' && state !== 'closed').length
  return (
    <PurchasePart title="Members" headingRef={heading}>
      {usable > 0 && invited > left && (
        <p className="mt-1 max-w-prose text-muted">
          {invited} open invitations share {left} {left === 1 ? 'seat' : 'seats'}: the members who claim first get them.
        </p>
      )}
      {taken.length === 0 ? (
        <EmptyText>No seat is given yet.</EmptyText>
      ) : (
        <ul aria-label="Members" className="mt-3 divide-y divide-rule border-y border-rule">
          {taken.map((seat) => (
            <SeatRow
              key={seat.id}
              seat={seat}
              reason={closedBecause(purchase.state)}
              isTakingBack={isPending && variables === seat.id}
              onTakeBack={() => setTakingBack(seat)}
            />
          ))}
        </ul>
      )}
      {takingBack && (
        <AlertDialog
          title={
            <>
              Take the seat of{' '}
              <span translate="no" className="wrap-anywhere">
                {takingBack.email}
              </span>{' '}
              back?
            </>
          }
          description={
            takingBack.state === 'invited'
              ? 'The button in the email stops working, and the seat is free for another member.'
              : `${seatAtStart(offer)} closes for this member at once, and the seat is free for another one.`
          }
          confirm="Take it back"
          onClose={() => setTakingBack(undefined)}
          onConfirm={() => takeBack(takingBack)}
        />
      )}
    </PurchasePart>
  )
}

type SeatRowProps = { seat: TeamSeat; reason: string; isTakingBack: boolean; onTakeBack: () => void }

function SeatRow({ seat, reason, isTakingBack, onTakeBack }: SeatRowProps) {
  const { label, tone, since } = STATES[seat.state]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        {seat.email === null ? (
          <p className="text-muted">This member left, or deleted the account. The seat is used up.</p>
        ) : (
          <p translate="no" className="font-semibold wrap-anywhere">
            {seat.email}
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <Badge tone={tone}>{label}</Badge>
          <span>
            {seat.state === 'closed' ? (
              `because ${reason}`
            ) : (
              <>
                {since} <Timestamp at={seat.since} dateOnly />
              </>
            )}
          </span>
        </p>
      </div>
      {isMovable(seat) && (
        <Button
          variant="secondary"
          size="sm"
          pending={isTakingBack}
          aria-haspopup="dialog"
          aria-label={`Take back the seat of ${seat.email ?? 'this member'}`}
          onClick={onTakeBack}
        >
          {isTakingBack ? 'Taking back...' : 'Take back'}
        </Button>
      )}
    </li>
  )
}
