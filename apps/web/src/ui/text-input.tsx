import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { useFieldControl } from './field.tsx'

/** Classes that all text controls share; they set no height. */
export const controlBaseClasses = cx(
  'w-full rounded-md border border-rule-strong bg-surface px-3 text-base text-ink transition-colors hover:border-ink',
  'aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-rule disabled:bg-sunken disabled:text-muted',
)
export const controlClasses = cx('h-11', controlBaseClasses)

/** One line of text. Inside a Field it takes its label and description from the Field. */
export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} dir="auto" className={cx(controlClasses, className)} {...useFieldControl()} {...rest} />
}
