import { COURSES, type CourseId, type Currency, MAX_SEATS, MIN_SEATS, SEAT_DISCOUNTS, sellsSeats } from '@academy/catalog'
import { useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { useCheckout } from './use-checkout.ts'

const TeamSeats = lazyPart(async () => (await import('./team-seats.tsx')).TeamSeats)

type TeamOfferProps = { course: CourseId; currency: Currency; checkout: ReturnType<typeof useCheckout> }

/** Names the steps of the price: “From 5 seats each costs 15% less, from 10 seats 25% less.” */
const steps = `${SEAT_DISCOUNTS.map(({ from, percent }, index) => `${index === 0 ? 'From' : 'from'} ${from} seats ${index === 0 ? 'each costs ' : ''}${percent}% less`).join(', ')}.`

/** Offers seats of a course for others. What fills in the number of seats is loaded when the user opens it. */
export function TeamOffer({ course, currency, checkout }: TeamOfferProps) {
  const [wasOpened, setOpened] = useState(false)
  if (!sellsSeats(course)) return null
  return (
    <details
      onToggle={({ currentTarget }) => setOpened(wasOpened || currentTarget.open)}
      className="rounded-lg border border-rule-strong bg-surface p-5 sm:px-6"
    >
      <summary className="cursor-pointer font-semibold">
        Buy for a team
        <span className="ml-2 text-sm font-normal text-muted">up to {SEAT_DISCOUNTS.at(-1)?.percent}% less</span>
      </summary>
      <p className="mt-2 text-sm">
        {MIN_SEATS} to {MAX_SEATS} seats of {COURSES[course].inText} for others. {steps}
      </p>
      {wasOpened && <TeamSeats offer={course} currency={currency} checkout={checkout} />}
    </details>
  )
}
