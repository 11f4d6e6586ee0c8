import { COURSES, FIRST_COURSE, formatAmount, isCourseId, OFFERS, type OfferName } from '@academy/catalog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { ApiError, toastFailure } from '../../api/api-error.ts'
import { tsr, unwrapResponse } from '../../api/client.ts'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { reloadQueries } from '../../api/query-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { SettingsSection } from '../../ui/section.tsx'
import { receiptsQuery } from './receipts-query.ts'

function lostAccess(offer: OfferName): string {
  if (isCourseId(offer)) return `Your access to ${COURSES[offer].inText} ends at once.`
  return `Your access to ${COURSES[FIRST_COURSE].inText} and to the Studio that came with it ends at once.`
}

/** The 30-day guarantee of a purchase, and its refund. Renders nothing without a refundable purchase. */
export function MoneyBack() {
  const { context } = useAccount()
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending, error, data: result } = useRefund()
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = result !== undefined
  // The button with the focus went away with the dialog.
  useEffect(() => {
    if (isDone) heading.current?.focus()
  }, [isDone])
  // After the refund the section stays, so that the user can read the result.
  const guarantee = context?.guarantee
  if (!guarantee && !result) return null
  const isOpen = guarantee?.state === 'open' && !result
  return (
    <SettingsSection title="Money-back guarantee" headingRef={heading}>
      {isOpen ? (
        <>
          <p className="mt-1 max-w-prose text-muted">
            You can still get your money back until{' '}
            <time dateTime={guarantee.last_day} className="font-semibold whitespace-nowrap text-ink">
              {formatDate(guarantee.last_day, { month: 'long', day: 'numeric' })}
            </time>
            , as long as you haven't started the course. The guarantee is once per person.
          </p>
          <Button variant="secondary" className="mt-4" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
            Request refund
          </Button>
        </>
      ) : (
        <Alert tone="positive" className="mt-3" title={result?.state === 'refunded' ? 'Refunded' : 'Refund requested'}>
          {result?.message ??
            'Your refund is on its way. When the payment provider has made it, your receipt under Pricing & Plans says “Refunded”.'}
        </Alert>
      )}
      {isConfirming && isOpen && (
        <Dialog
          alert
          onClose={() => setConfirming(false)}
          dismissable={!isPending}
          size="sm"
          title={`Get ${formatAmount(guarantee.amount, guarantee.currency)} back?`}
          description={`We refund your purchase of the ${OFFERS[guarantee.offer].title} in full. ${lostAccess(
            guarantee.offer,
          )} The guarantee is once per person: if you buy again, that purchase has none.`}
        >
          <FailureAlert error={error} failed="We couldn't refund you" className="mb-4" />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" disabled={isPending} onClick={() => setConfirming(false)}>
              Keep the course
            </Button>
            <Button variant="danger" pending={isPending} onClick={() => mutate(guarantee.purchase_id)}>
              {isPending ? 'Refunding...' : 'Refund me'}
            </Button>
          </div>
        </Dialog>
      )}
    </SettingsSection>
  )
}

/** Requests the refund of a purchase. Repeating it is safe. Reloads the account, whose access ends. */
function useRefund() {
  const { reload } = useAccount()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (purchase_id: string) => unwrapResponse(tsr.billing.refund.mutate({ body: { purchase_id } })),
    onSuccess: () => {
      void reload()
      void reloadQueries(client, { queryKey: receiptsQuery().queryKey })
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return
      // The account changed in another tab. The reload may close the dialog together with its error.
      toastFailure("We couldn't refund you", error)
      void reload()
    },
  })
}
