import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { useFieldControl } from './field.tsx'
import { controlFrame } from './text-input.tsx'

/** Text of many lines. Inside a Field it is labelled and described by it. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cx(controlFrame, 'block min-h-11 resize-y py-2', className)} {...useFieldControl()} {...rest} />
}
