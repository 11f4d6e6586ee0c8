import type { Team } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toastFailure } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { SettingsSection } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.ts'
import { closedBecause, seatInText, seatTitle } from './seat-text.ts'
import { teamQuery, useRemoveSeat } from './team-queries.ts'

type HeldSeat = Team['held'][number]

/** Leads the buyer of seats to the team, and lists the seats that the user holds. Renders nothing for everyone else. */
export function SeatsSection() {
  const { data } = useQuery(teamQuery())
  const heading = useRef<HTMLHeadingElement>(null)
  const [seatToLeave, setSeatToLeave] = useState<HeldSeat>()
  const { mutate, isPending, isSuccess: hasLeft, variables } = useRemoveSeat()
  const leave = ({ seat_id }: HeldSeat) =>
    mutate(seat_id, {
      onSuccess: () => {
        toast.success({ title: 'You left the seat' })
        // The button that had the focus goes with its row.
        heading.current?.focus()
      },
      onError: (error) => toastFailure("We couldn't end your seat", error),
    })
  // After the last seat is left, the section stays for its heading, which has the focus.
  if (!data || (data.purchases.length === 0 && data.held.length === 0 && !hasLeft)) return null
  const gifts = data.purchases.filter(({ gift }) => gift !== null).length
  const bought = data.purchases.reduce((sum, { seats, gift }) => (gift ? sum : sum + seats), 0)
  return (
    <SettingsSection title="Seats" headingRef={heading}>
      {data.purchases.length > 0 && (
        <>
          <p className="mt-1 max-w-prose text-muted">
            You have {[bought > 0 && pluralize(bought, 'seat'), gifts > 0 && pluralize(gifts, 'gift')].filter(Boolean).join(' and ')} for
            others.
          </p>
          <LinkButton to={paths.team()} variant="secondary" className="mt-4">
            {bought > 0 ? 'Your team' : 'Your gifts'}
          </LinkButton>
        </>
      )}
      {data.held.length > 0 && (
        <ul aria-label="Seats that you hold" className="mt-4 divide-y divide-rule rounded-lg border border-rule bg-surface">
          {data.held.map((seat) => (
            <HeldSeatRow
              key={seat.seat_id}
              seat={seat}
              isLeaving={isPending && variables === seat.seat_id}
              onLeave={() => setSeatToLeave(seat)}
            />
          ))}
        </ul>
      )}
      {data.held.some(({ state, is_gift }) => state === 'active' && !is_gift) && (
        <LinkButton to={paths.teamPrompts()} variant="secondary" className="mt-4">
          Prompts of your team
        </LinkButton>
      )}
      {data.purchases.length === 0 && data.held.length === 0 && <p className="mt-1 text-muted">You hold no seat any more.</p>}
      {seatToLeave && (
        <AlertDialog
          title={`Leave your seat in ${seatInText(seatToLeave.offer)}?`}
          description={`The course closes for you at once, unless you also bought it. Your notes and your progress stay in your account. ${
            seatToLeave.started_at === null
              ? seatToLeave.is_gift
                ? 'The gift goes back to the person who gave it.'
                : 'The seat is free for another member.'
              : 'You have started the course, so the seat is used up: the buyer cannot give it to you again.'
          }`}
          confirm="Leave the seat"
          cancel="Keep it"
          onClose={() => setSeatToLeave(undefined)}
          onConfirm={() => leave(seatToLeave)}
        />
      )}
    </SettingsSection>
  )
}

const PERIOD_STATES = { active: 'Open', waiting: 'Begins later', ended: 'Ended' }

/** Returns whether a gift of the Studio with this state was not closed by its payment. */
const isPeriod = (state: string): state is keyof typeof PERIOD_STATES => Object.hasOwn(PERIOD_STATES, state)

/** Says when a gift of the Studio begins and ends. */
function periodText(state: string, { from, until }: { from: string; until: string }): string | null {
  if (state === 'ended') return ` It ended on ${formatDate(until)}.`
  if (state === 'waiting') return ` It begins on ${formatDate(from)}, when an earlier gift ends, and runs until ${formatDate(until)}.`
  return state === 'active' ? ` It runs until ${formatDate(until)} and ends by itself: no card, nothing is charged.` : null
}

type HeldSeatRowProps = { seat: HeldSeat; isLeaving: boolean; onLeave: () => void }

const HeldSeatRow = ({ seat: { offer, state, claimed_at, started_at, is_gift, from, until }, isLeaving, onLeave }: HeldSeatRowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
    <span className="min-w-0 flex-1 basis-56">
      <span className="font-semibold">{seatTitle(offer)}</span>
      <span className="block text-muted">
        {is_gift ? 'Given to you as a gift' : 'Bought for you'}, and claimed on {formatDate(claimed_at)}
        {started_at && until === null && `. You started on ${formatDate(started_at)}`}.
        {until !== null && periodText(state, { from, until })}
      </span>
    </span>
    {isPeriod(state) && until !== null ? (
      <Badge tone={state === 'active' ? 'positive' : 'locked'}>{PERIOD_STATES[state]}</Badge>
    ) : state === 'active' ? (
      <Button
        variant="secondary"
        size="sm"
        pending={isLeaving}
        aria-haspopup="dialog"
        aria-label={`Leave the seat in ${seatInText(offer)}`}
        onClick={onLeave}
      >
        {isLeaving ? 'Leaving...' : 'Leave'}
      </Button>
    ) : (
      <span className="text-muted">
        <Badge tone="locked">Closed</Badge> because {closedBecause(state)}
      </span>
    )}
  </li>
)
