import { type ReactNode, useId } from 'react'
import { cx } from '../../../ui/class-names.ts'

/** A titled part of a tutorial; `framed` sets it apart as a box. */
export function TutorialPart({ title, framed = false, children }: { title: string; framed?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx(framed && 'rounded-lg border border-rule bg-surface p-5 sm:p-6')}>
      <h3 id={id} className="mb-3 text-lg">
        {title}
      </h3>
      {children}
    </section>
  )
}
