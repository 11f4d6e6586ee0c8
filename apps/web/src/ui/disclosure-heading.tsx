import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { ChevronDown } from './icons.ts'

type DisclosureHeadingProps = {
  level: 2 | 3 | 4
  open: boolean
  /** Id of the collapsible block. */
  controls: string
  onToggle: () => void
  className?: string
  children: ReactNode
}

/** Heading of a collapsible block. The whole line is the button; the chevron shows the state. */
export function DisclosureHeading({ level, open, controls, onToggle, className, children }: DisclosureHeadingProps) {
  const Heading = `h${level}` as const
  return (
    <Heading className={cx('min-w-0 flex-1 text-lg', className)}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={controls}
        onClick={onToggle}
        className="flex min-h-10 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-sunken"
      >
        <ChevronDown aria-hidden="true" className={cx('size-5 shrink-0 text-muted transition-transform', !open && '-rotate-90')} />
        {children}
      </button>
    </Heading>
  )
}
