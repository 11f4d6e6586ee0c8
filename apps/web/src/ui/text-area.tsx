import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { useFieldControl } from './field.tsx'
import { controlBaseClasses } from './text-input.tsx'

/** Multi-line text. Inside a Field it takes its label and description from the Field. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea dir="auto" className={cx(controlBaseClasses, 'block min-h-11 resize-y py-2', className)} {...useFieldControl()} {...rest} />
  )
}
