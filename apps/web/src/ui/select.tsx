import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { useFieldControl } from './field.tsx'
import { ChevronDown } from './icons.ts'
import { controlClasses } from './text-input.tsx'

/** A styled native select. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select className={cx(controlClasses, 'appearance-none pr-10', className)} {...useFieldControl()} {...rest}>
        {children}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-3 right-3 size-5 text-muted" />
    </div>
  )
}
