import type { ReactNode } from 'react'

type NarrowCardProps = {
  children: ReactNode
  /** The content of a second card. */
  below?: ReactNode
}

/** A page with a narrow card on a grid background, such as sign-in. */
export function NarrowCard({ children, below }: NarrowCardProps) {
  const card = 'w-full max-w-narrow rounded-lg border border-rule bg-surface p-6 shadow-raised sm:p-9'
  return (
    <div className="bg-grid flex flex-1 flex-col items-center gap-6 px-4 py-8 sm:py-16">
      <div className={card}>{children}</div>
      {below !== undefined && <div className={card}>{below}</div>}
    </div>
  )
}
