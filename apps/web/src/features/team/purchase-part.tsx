import type { Team } from '@academy/contract'
import { type ReactNode, type Ref, useId } from 'react'

/** A purchase of seats for others. */
export type TeamPurchase = Team['purchases'][number]

/** A part of a purchase with its heading. */
export function PurchasePart({
  title,
  headingRef,
  children,
}: {
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-lg outline-none">
        {title}
      </h3>
      {children}
    </section>
  )
}
