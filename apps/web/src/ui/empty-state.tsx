import type { ReactNode } from 'react'

type EmptyStateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode }

/** Says that a list is empty, what it is for and what to do next. */
export const EmptyState = ({ action, ...text }: EmptyStateProps) => (
  <div className={emptyStateClasses}>
    <EmptyStateText {...text} />
    {action}
  </div>
)

/** The box of an empty state whose actions stay in place when the list has entries. */
export const emptyStateClasses = 'flex flex-col items-start gap-3 rounded-lg border border-dashed border-rule-strong p-6 sm:p-8'

export const EmptyStateText = ({ title, children }: Omit<EmptyStateProps, 'action'>) => (
  <>
    <p className="font-display text-lg font-bold">{title}</p>
    {children && <div className="max-w-prose text-muted">{children}</div>}
  </>
)
