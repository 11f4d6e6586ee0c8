import { type CourseId, type Currency, SEAT_DISCOUNTS, sellsSeats } from '@academy/catalog'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { useCheckout } from './use-checkout.ts'

const TeamSeats = lazyPart(async () => (await import('./team-seats.tsx')).TeamSeats)
const GiftForm = lazyPart(async () => (await import('./gift-form.tsx')).GiftForm)

type OffersForOthersProps = { course: CourseId; currency: Currency; checkout: ReturnType<typeof useCheckout> }

/** Offers seats of a course for a team, and the course as a gift. */
export function OffersForOthers({ course, ...rest }: OffersForOthersProps) {
  if (!sellsSeats(course)) return null
  const form = { offer: course, ...rest }
  return (
    <>
      <Details title="Buy for a team" aside={`up to ${SEAT_DISCOUNTS.at(-1)?.percent}% less`}>
        <TeamSeats {...form} />
      </Details>
      <Details title="Give as a gift">
        <GiftForm {...form} />
      </Details>
    </>
  )
}

/** Loads its content when the user opens it. */
function Details({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details
      onToggle={({ currentTarget }) => setOpened(wasOpened || currentTarget.open)}
      className="rounded-lg border border-rule-strong bg-surface p-5 sm:px-6"
    >
      <summary className="cursor-pointer font-semibold">
        {title}
        {aside && <span className="ml-2 text-sm font-normal text-muted">{aside}</span>}
      </summary>
      {wasOpened && children}
    </details>
  )
}
