import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type EmptyStateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode; className?: string }

/** Says that a list is empty, what it is for and what to do next. */
export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-start gap-3 rounded-lg border border-dashed border-rule-strong p-6 sm:p-8', className)}>
      <p className="font-display text-lg font-bold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action}
    </div>
  )
}
