import { formatAmount, giftDelivery, unclaimedGiftRefund } from '@academy/catalog'
import { type FormEvent, useId, useRef, useState } from 'react'
import { GiftFields, giftErrors, refusedGift } from '../../account/gift-fields.tsx'
import { ApiError, toastFailure } from '../../api/api-error.ts'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { Alert } from '../../ui/alert.tsx'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { useFieldErrors } from '../../ui/form.ts'
import { formatDate } from '../../ui/format-date.ts'
import { toast } from '../../ui/toast.ts'
import type { TeamPurchase } from './purchase-part.tsx'
import { closedBecause, seatAtStart, seatInText } from './seat-text.ts'
import { useChangeGift, useRefundSeats } from './team-queries.ts'

type Gift = NonNullable<TeamPurchase['gift']>
type GiftPurchaseProps = { purchase: TeamPurchase }

/** The day on which a gift leaves, as its buyer chose it. */
const dayOf = (deliver_on: string) => formatDate(giftDelivery(deliver_on), { dateStyle: 'long', timeZone: 'UTC' })

/** One gift: for whom it is, whether it was sent and claimed, and how to change it or get the money back. */
export function GiftPurchase({ purchase }: GiftPurchaseProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isChanging, setChanging] = useState(false)
  const { offer, paid_at, gift, usable, taken, refundable } = purchase
  if (!gift) return null
  const isClaimed = taken.some(({ state }) => state === 'claimed')
  const end = (message?: string) => {
    setChanging(false)
    if (message !== undefined) toast.success({ title: message })
    heading.current?.focus()
  }
  return (
    <article aria-labelledby={id} className="flex flex-col items-start gap-5 border-t border-rule pt-6">
      <div>
        <h2 id={id} ref={heading} tabIndex={-1} className="text-xl outline-none">
          {seatAtStart(offer)} as a gift
        </h2>
        <p className="mt-1 text-muted">Bought on {formatDate(paid_at)}</p>
      </div>
      <GiftNotice purchase={purchase} />
      {isChanging && usable > 0 ? (
        <ChangeGift purchase={purchase} gift={gift} onEnd={end} />
      ) : (
        <>
          <GiftFacts gift={gift} isClaimed={isClaimed} isOpen={usable > 0} />
          <div className="flex flex-wrap gap-3">
            {usable > 0 && !isClaimed && (
              <Button variant="secondary" onClick={() => setChanging(true)}>
                {gift.is_sent ? 'Send it again' : 'Change the gift'}
              </Button>
            )}
            {refundable > 0 && <RefundGift purchase={purchase} onEnd={end} />}
          </div>
          {usable > 0 && !isClaimed && refundable === 0 && purchase.state !== 'disputed' && (
            <p className="max-w-prose text-sm text-muted">
              If it is still unclaimed, you can have your money back from{' '}
              {formatDate(unclaimedGiftRefund(gift.deliver_on), { dateStyle: 'long', timeZone: 'UTC' })} on.
            </p>
          )}
        </>
      )}
    </article>
  )
}

/** Says what ended a gift, may end it, or keeps it from leaving. */
function GiftNotice({ purchase: { state, offer, usable, gift } }: GiftPurchaseProps) {
  if (state === 'disputed')
    return (
      <Alert tone="warning" title="You disputed this payment">
        The bank decides. Until then the gift does not leave, and cannot be refunded here.
      </Alert>
    )
  if (usable === 0)
    return (
      <Alert tone="warning" title="The gift is closed">
        It closed because {closedBecause(state)}. It no longer opens {seatInText(offer)}.
      </Alert>
    )
  if (gift?.email !== null) return null
  return (
    <Alert tone="warning" title="The gift has no address">
      The account of the recipient was deleted. Enter another address to send it.
    </Alert>
  )
}

function statusOf({ is_sent, deliver_on }: Gift, { isClaimed, isOpen }: { isClaimed: boolean; isOpen: boolean }): string {
  if (isClaimed) return 'Claimed'
  if (!isOpen) return is_sent ? 'Not claimed' : 'Not sent'
  return is_sent ? 'Sent, not claimed yet' : `Leaves on ${dayOf(deliver_on)}`
}

const GiftFacts = ({ gift, ...is }: { gift: Gift; isClaimed: boolean; isOpen: boolean }) => (
  <dl className="grid max-w-prose grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
    <dt className="text-muted">State</dt>
    <dd className="font-semibold">{statusOf(gift, is)}</dd>
    {gift.email !== null && (
      <>
        <dt className="text-muted">For</dt>
        <dd translate="no" className="wrap-anywhere">
          {gift.email}
        </dd>
      </>
    )}
    {/* Before, the state says it. */}
    {gift.is_sent && (
      <>
        <dt className="text-muted">Sent</dt>
        <dd>{dayOf(gift.deliver_on)}</dd>
      </>
    )}
    {gift.message !== '' && (
      <>
        <dt className="text-muted">Message</dt>
        <dd className="whitespace-pre-line wrap-anywhere">{gift.message}</dd>
      </>
    )}
  </dl>
)

type ChangeGiftProps = GiftPurchaseProps & { gift: Gift; onEnd: (message?: string) => void }

/** Changes recipient, day and message. */
function ChangeGift({ purchase: { purchase_id }, gift: current, onEnd }: ChangeGiftProps) {
  const [gift, setGift] = useState(() => ({
    email: current.email ?? '',
    message: current.message,
    // A gift that was sent leaves again today, unless the buyer chooses another day.
    deliver_on: current.is_sent ? new Date().toISOString().slice(0, 10) : current.deliver_on,
  }))
  const { form, errors, showErrors } = useFieldErrors()
  const { mutate, isPending, error } = useChangeGift()
  const refused = refusedGift(error instanceof ApiError ? error.fields : {})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (showErrors(giftErrors(gift))) return
    mutate({ purchase_id, gift: { ...gift, email: gift.email.trim() } }, { onSuccess: ({ message }) => onEnd(message) })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex w-full max-w-prose flex-col gap-4">
      {current.is_sent && <p className="text-muted">The link of the email that was sent ends, also for the person who has it now.</p>}
      <GiftFields gift={gift} errors={errors} refused={refused} readOnly={isPending} onChange={setGift} />
      {!Object.values(refused).some(Boolean) && <FailureAlert error={error} failed="We couldn't change the gift" />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={() => onEnd()}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function RefundGift({ purchase, onEnd }: GiftPurchaseProps & { onEnd: (message: string) => void }) {
  const { purchase_id, amount, refunded_amount, currency, offer } = purchase
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useRefundSeats()
  const refund = () =>
    mutate(
      { purchase_id, seats: 1 },
      { onSuccess: () => onEnd('The refund is on its way'), onError: (error) => toastFailure("We couldn't refund the gift", error) },
    )
  return (
    <>
      <Button variant="secondary" pending={isPending} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {isPending ? 'Refunding...' : 'Get your money back'}
      </Button>
      {isAsking && (
        <AlertDialog
          title="Get your money back for this gift?"
          description={`You get ${formatAmount(amount - refunded_amount, currency)} back. The gift closes at once: the recipient does not get ${seatInText(offer)}, or loses it. You can't undo this.`}
          confirm="Refund the gift"
          cancel="Keep the gift"
          onClose={() => setAsking(false)}
          onConfirm={refund}
        />
      )}
    </>
  )
}
