import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { CircleAlert } from './icons.ts'
import { PageHeading } from './page-heading.tsx'
import { RetryButton } from './retry-button.tsx'

type ErrorStateProps = {
  title: ReactNode
  message?: ReactNode
  /** Shows a 'Try again' button. */
  onRetry?: () => void
  /** Shows a spinner on that button. */
  retrying?: boolean
  /** Another action, such as a link back. */
  action?: ReactNode
  /** Level of the title. 1 makes it the heading of the page. */
  headingLevel?: 1 | 2 | 3
  className?: string
}

/** Says what failed and offers a retry or another action. */
export function ErrorState({ title, message, onRetry, retrying = false, action, headingLevel = 2, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-start gap-4 rounded-lg border border-danger/30 bg-danger-soft p-6', className)}>
      <div className="flex gap-3">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-danger" />
        <div>
          <Title level={headingLevel}>{title}</Title>
          {message && <p className="mt-1 max-w-prose">{message}</p>}
        </div>
      </div>
      {(onRetry || action) && (
        <div className="flex flex-wrap gap-3">
          {onRetry && <RetryButton onRetry={onRetry} pending={retrying} />}
          {action}
        </div>
      )}
    </div>
  )
}

/** At level 1 the title is the page heading, which also sets the tab title. */
function Title({ level, children }: { level: 1 | 2 | 3; children: ReactNode }) {
  if (level === 1) return <PageHeading className="text-lg sm:text-lg">{children}</PageHeading>
  const Heading = `h${level}` as const
  return <Heading className="text-lg">{children}</Heading>
}
