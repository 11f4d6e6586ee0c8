import { formatAmount, seatRefund } from '@academy/catalog'
import { useId, useRef, useState } from 'react'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { Select } from '../../ui/select.tsx'
import { PurchasePart, type TeamPurchase } from './purchase-part.tsx'
import { seatInText } from './seat-text.ts'
import { useRefundSeats } from './team-queries.ts'

const GOES_TO_BUYER = 'The money goes back to the card or bank account that paid for the seats, also if it is not yours.'

/** The guarantee of each seat: refunds seats that did not start. Nothing once none can be refunded. */
export function RefundSeats({ purchase }: { purchase: TeamPurchase }) {
  const { refundable, seats, guarantee_until, is_buyer } = purchase
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState<string>()
  if (refundable === 0 && message === undefined) return null
  const done = (text: string) => {
    setOpen(false)
    setMessage(text)
    heading.current?.focus()
  }
  return (
    <PurchasePart title="Money-back guarantee" headingRef={heading}>
      {message !== undefined && (
        <Alert tone="positive" className="mt-3">
          {message}
        </Alert>
      )}
      {refundable > 0 && (
        <>
          <p className="mt-1 max-w-prose text-muted">
            Until {formatDate(guarantee_until, { month: 'long', day: 'numeric' })} you can{' '}
            {is_buyer ? 'get the money for seats back that' : 'return the money for seats that'} did not start:{' '}
            <span className="font-semibold text-ink tabular-nums">
              {refundable} of {seats}
            </span>
            .{!is_buyer && ` ${GOES_TO_BUYER}`}
          </p>
          <Button variant="secondary" className="mt-4" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Refund seats
          </Button>
        </>
      )}
      {isOpen && <RefundDialog purchase={purchase} onClose={() => setOpen(false)} onDone={done} />}
    </PurchasePart>
  )
}

/** Says which seats a refund closes: free ones first, then open invitations, then those that were claimed last. */
function consequenceOf({ open, taken, offer }: TeamPurchase, count: number): string {
  const invited = taken.filter(({ state }) => state === 'invited').length
  const free = Math.min(count, open)
  const invitations = Math.min(count - free, invited)
  const members = count - free - invitations
  const parts = [
    free > 0 && pluralize(free, 'free seat'),
    invitations > 0 && pluralize(invitations, 'open invitation'),
    members > 0 && `the ${members === 1 ? 'seat' : 'seats'} of ${pluralize(members, 'member')}`,
  ].filter((part) => part !== false)
  const closes = `This closes ${new Intl.ListFormat('en').format(parts)}.`
  if (members === 0) return closes
  return `${closes} Members who claimed last lose ${seatInText(offer)} at once.`
}

type RefundDialogProps = { purchase: TeamPurchase; onClose: () => void; onDone: (message: string) => void }

function RefundDialog({ purchase, onClose, onDone }: RefundDialogProps) {
  const { purchase_id, refundable, usable, currency, is_buyer } = purchase
  const [chosen, setChosen] = useState(1)
  // A member may have started since.
  const count = Math.min(chosen, Math.max(refundable, 1))
  const consequence = useId()
  const { mutate, isPending, error } = useRefundSeats()
  const refund = () => mutate({ purchase_id, seats: count }, { onSuccess: (result) => onDone(result.message) })
  return (
    <Dialog
      alert
      onClose={onClose}
      dismissable={!isPending}
      size="sm"
      title="Refund seats"
      description="Seats that did not start are refunded at their share of the price, and close at once. You can't undo this."
    >
      <div className="flex flex-col gap-5">
        <FailureAlert error={error} failed="We couldn't refund the seats" />
        {refundable > 0 && (
          <>
            <Field label="How many seats">
              <Select
                value={count}
                disabled={isPending}
                onChange={(event) => setChosen(Number(event.target.value))}
                options={Array.from({ length: refundable }, (_, index) => [index + 1, String(index + 1)])}
              />
            </Field>
            <p id={consequence} aria-live="polite">
              {is_buyer ? 'You get' : 'The payment of the buyer gets'}{' '}
              <strong className="whitespace-nowrap tabular-nums">{formatAmount(seatRefund(purchase, count), currency)}</strong> back, and{' '}
              {is_buyer ? 'keep' : 'you keep'} {pluralize(usable - count, 'seat')}. {consequenceOf(purchase, count)}
            </p>
          </>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Keep the seats
          </Button>
          {refundable > 0 && (
            <Button variant="danger" pending={isPending} aria-describedby={consequence} onClick={refund}>
              {isPending ? 'Refunding...' : `Refund ${pluralize(count, 'seat')}`}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
