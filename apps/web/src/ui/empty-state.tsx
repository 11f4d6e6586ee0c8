import type { ReactNode } from 'react'

type EmptyStateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode }

/** Says that a list is empty, what it is for and what to do next. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border border-dashed border-rule-strong p-6 sm:p-8">
      <p className="font-display text-lg font-bold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action}
    </div>
  )
}
