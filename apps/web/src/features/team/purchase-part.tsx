import type { Team } from '@academy/contract'
import type { ReactNode, Ref } from 'react'

/** A purchase of seats for others. */
export type TeamPurchase = Team['purchases'][number]

/** A part of a purchase with its heading. No landmark: each purchase has the same parts. */
export function PurchasePart({
  title,
  headingRef,
  children,
}: {
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <h3 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-lg outline-none">
        {title}
      </h3>
      {children}
    </div>
  )
}
