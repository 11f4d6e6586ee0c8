import {
  COURSES,
  type CourseId,
  type Currency,
  formatAmount,
  GUARANTEE_DAYS,
  MAX_SEATS,
  MIN_SEATS,
  OFFERS,
  SEAT_DISCOUNTS,
  SEATS_CONSENT,
  seatPrice,
} from '@academy/catalog'
import { useRef, useState } from 'react'
import { Field, TextInput } from '../../ui/field.tsx'
import { BuyButton } from './buy-button.tsx'
import { CheckoutError } from './offer-action.tsx'
import type { useCheckout } from './use-checkout.ts'

const FIRST_NUMBER = 5

/** Names the steps of the price: “From 5 seats each costs 15% less, from 10 seats 25% less.” */
const steps = `${SEAT_DISCOUNTS.map(({ from, percent }, index) => `${index === 0 ? 'From' : 'from'} ${from} seats ${index === 0 ? 'each costs ' : ''}${percent}% less`).join(', ')}.`

type TeamSeatsProps = { offer: CourseId; currency: Currency; checkout: ReturnType<typeof useCheckout> }

/** Asks for the number of seats, and shows their price at once. */
export function TeamSeats({ offer, currency, checkout }: TeamSeatsProps) {
  const [typed, setTyped] = useState(String(FIRST_NUMBER))
  const [hasTried, setTried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const seats = /^\d+$/.test(typed) ? Number(typed) : 0
  const isValid = seats >= MIN_SEATS && seats <= MAX_SEATS
  const validate = () => {
    setTried(true)
    if (!isValid) input.current?.focus()
    return isValid
  }
  return (
    <div className="flex max-w-112 flex-col gap-4">
      <p className="mt-2 text-sm">
        {MIN_SEATS} to {MAX_SEATS} seats of {COURSES[offer].inText} for others. {steps}
      </p>
      <Field label="Number of seats" error={hasTried && !isValid && `Enter a whole number from ${MIN_SEATS} to ${MAX_SEATS}.`}>
        <TextInput
          ref={input}
          type="number"
          inputMode="numeric"
          min={MIN_SEATS}
          max={MAX_SEATS}
          value={typed}
          onChange={({ target }) => setTyped(target.value.trim())}
          className="max-w-28 tabular-nums"
        />
      </Field>
      <output className="block tabular-nums">{isValid && <SeatsPrice offer={offer} currency={currency} seats={seats} />}</output>
      <CheckoutError bought="seats" checkout={checkout} />
      <BuyButton
        offer={offer}
        currency={currency}
        checkout={checkout}
        isPrimary={false}
        consent={SEATS_CONSENT}
        bought="seats"
        more={{ seats }}
        label="Buy seats"
        validate={validate}
      />
      <p className="text-xs text-muted">
        One payment. After it you invite your team by email or link; the seats open nothing for you unless you claim one. Within{' '}
        {GUARANTEE_DAYS} days you get the share of each seat back that has not started. The checkout asks for company name and tax ID.
      </p>
    </div>
  )
}

function SeatsPrice({ offer, currency, seats }: Pick<TeamSeatsProps, 'offer' | 'currency'> & { seats: number }) {
  const each = seatPrice(offer, currency, seats)
  const single = OFFERS[offer].amounts[currency]
  return (
    <>
      <span className="block font-display text-2xl font-bold tracking-tight">{formatAmount(each * seats, currency)}</span>
      <span className="text-sm text-muted">
        {seats} seats at {formatAmount(each, currency)} each
        {each < single && `, ${Math.round((1 - each / single) * 100)}% less than ${formatAmount(single, currency)}`}
      </span>
    </>
  )
}
