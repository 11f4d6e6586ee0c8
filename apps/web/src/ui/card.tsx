import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

/** A framed box for self-contained content. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('rounded-lg border border-rule bg-surface p-5 shadow-raised sm:p-6', className)} {...rest} />
}
