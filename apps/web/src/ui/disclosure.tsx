import { type ReactNode, useId, useState } from 'react'
import { cx } from './class-names.ts'
import { ChevronDown } from './icons.ts'

type DisclosureProps = {
  title: ReactNode
  /** Controls that belong to the block and stay in reach while it is closed, such as a copy button. */
  actions?: ReactNode
  defaultOpen?: boolean
  headingLevel?: 2 | 3
  className?: string
  children: ReactNode
}

/** A block that opens and closes by its chevron. */
export function Disclosure({ title, actions, defaultOpen = true, headingLevel = 2, className, children }: DisclosureProps) {
  const [open, setOpen] = useState(defaultOpen)
  const id = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section className={cx('rounded-lg border border-rule bg-surface', className)}>
      <div className="flex items-center gap-2 p-2 pr-3">
        <Heading className="min-w-0 flex-1 text-lg">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="flex min-h-10 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-sunken"
          >
            <ChevronDown aria-hidden="true" className={cx('size-5 shrink-0 text-muted transition-transform', !open && '-rotate-90')} />
            {title}
          </button>
        </Heading>
        {actions}
      </div>
      <div id={id} hidden={!open} className="border-t border-rule p-4 sm:p-5">
        {children}
      </div>
    </section>
  )
}
