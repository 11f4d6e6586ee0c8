import type { ReactNode } from 'react'

/** A label that keeps the width of its longest wording, `widest`, so that its button does not move what stands beside it. */
export const SteadyLabel = ({ widest, children }: { widest: string; children: ReactNode }) => (
  <span data-widest={widest} className="after:invisible after:block after:h-0 after:overflow-hidden after:content-[attr(data-widest)]">
    {children}
  </span>
)
