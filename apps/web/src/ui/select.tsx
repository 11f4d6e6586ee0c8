import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { controlClasses, useFieldControl } from './field.tsx'
import { ChevronDown } from './icons.ts'

type SelectProps = ComponentProps<'select'> & {
  /** The value and the text of each option. */
  options: readonly (readonly [value: string | number, text: string])[]
}

/** A styled native select. `children` are options before the others, such as "Choose one". */
export function Select({ className, options, children, ...rest }: SelectProps) {
  return (
    <div className="relative">
      <select className={cx(controlClasses, 'appearance-none pr-10', className)} {...useFieldControl()} {...rest}>
        {children}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-3 right-3 size-5 text-muted" />
    </div>
  )
}
