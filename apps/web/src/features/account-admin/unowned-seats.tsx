import type { UnownedSeats } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { adminTsr } from '../../api/admin-client.ts'
import { ApiError } from '../../api/api-error.ts'
import { unwrapResponse } from '../../api/client.ts'
import { Field, TextInput } from '../../ui/field.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { unownedSeatsQuery } from './account-queries.ts'
import { offerName } from './account-text.ts'
import { AdminActionButton } from './admin-action-button.tsx'
import { StripeId, StripeModeProvider } from './stripe-id.tsx'

/** Seats whose buyer deleted the account: the administrator names who gives them from now on. Nothing while there are none. */
export function UnownedSeatsSection() {
  const query = useQuery(unownedSeatsQuery())
  if (query.data?.length === 0 || query.isPending) return null
  return (
    <Section title="Seats without an owner">
      <QueryView query={query} loading={null} errorTitle="We couldn't load the seats without an owner" headingLevel={3}>
        {(purchases) => (
          <RuledList>
            {purchases.map((purchase) => (
              <Purchase key={purchase.purchase_id} purchase={purchase} />
            ))}
          </RuledList>
        )}
      </QueryView>
    </Section>
  )
}

const nameOf = ({ seats, offer }: UnownedSeats) => `${pluralize(seats, 'seat')} in ${offerName(offer)}`

function Purchase({ purchase }: { purchase: UnownedSeats }) {
  const { purchase_id, charge_id, customer_id, paid_at, usable, taken } = purchase
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 text-sm">
      <div className="min-w-0">
        <h3 className="font-text text-base font-semibold tracking-normal">{nameOf(purchase)}</h3>
        <p className="mt-1 text-muted">
          Bought on <Timestamp dateOnly at={paid_at} />. {taken} of {usable} taken. The buyer deleted the account, and the members keep
          their seats.
        </p>
        <p className="mt-0.5">
          <StripeModeProvider sessionId={purchase_id}>
            <StripeId id={charge_id ?? customer_id} />
          </StripeModeProvider>
        </p>
      </div>
      <NameOwner purchase={purchase} />
    </li>
  )
}

function NameOwner({ purchase }: { purchase: UnownedSeats }) {
  const email = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const send = async (reason: string) => {
    const body = { email: email.current?.value ?? '', reason }
    try {
      return await unwrapResponse(adminTsr.team.nameOwner.mutate({ params: { purchaseId: purchase.purchase_id }, body }))
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure.fields.email)
      throw failure
    }
  }
  const validate = () => {
    const isEmpty = email.current?.value.trim() === ''
    setError(isEmpty ? 'Enter an email address.' : undefined)
    return !isEmpty
  }
  return (
    <AdminActionButton
      label="Name the owner"
      target={`of ${nameOf(purchase)}`}
      title="Name the owner of these seats"
      description="The owner invites members at “Your team” and sees of each what the buyer saw: the address, and how far the course is. A refund of seats goes back to the payment of the buyer. The academy sends no email: tell the owner."
      pendingLabel="Saving..."
      send={send}
      validate={validate}
    >
      <Field label="Email address of the account" hint="The user must have signed in with it." error={error}>
        <TextInput ref={email} type="email" name="email" required autoComplete="off" spellCheck={false} />
      </Field>
    </AdminActionButton>
  )
}
