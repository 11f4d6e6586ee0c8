import type { ReactNode } from 'react'

/** A label as wide as its longest text, `widest`, so that a changing label moves nothing. */
export const FixedWidthLabel = ({ widest, children }: { widest: string; children: ReactNode }) => (
  <span data-widest={widest} className="after:invisible after:block after:h-0 after:overflow-hidden after:content-[attr(data-widest)]">
    {children}
  </span>
)
