import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { useFieldControl } from './field.tsx'

/** The frame of every control that text is typed into, of whatever height. */
export const controlFrame = cx(
  'w-full rounded-md border border-rule-strong bg-surface px-3 text-base text-ink transition-colors hover:border-ink',
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-rule disabled:bg-sunken disabled:text-muted',
)
export const controlClasses = cx('h-11', controlFrame)

/** One line of text. Inside a Field it is labelled and described by it. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} className={cx(controlClasses, className)} {...useFieldControl()} {...rest} />
}
