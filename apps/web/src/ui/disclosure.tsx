import { type ReactNode, useId, useState } from 'react'
import { cx } from './class-names.ts'
import { DisclosureHeading } from './disclosure-heading.tsx'

type DisclosureProps = {
  title: ReactNode
  defaultOpen?: boolean
  headingLevel?: 2 | 3
  className?: string
  children: ReactNode
}

/** A collapsible block. */
export function Disclosure({ title, defaultOpen = true, headingLevel = 2, className, children }: DisclosureProps) {
  const [open, setOpen] = useState(defaultOpen)
  const id = useId()
  return (
    <section className={cx('rounded-lg border border-rule bg-surface', className)}>
      <div className="flex items-center gap-2 p-2 pr-3">
        <DisclosureHeading level={headingLevel} open={open} controls={id} onToggle={() => setOpen(!open)}>
          {title}
        </DisclosureHeading>
      </div>
      <div id={id} hidden={!open} className="border-t border-rule p-4 sm:p-5">
        {children}
      </div>
    </section>
  )
}
