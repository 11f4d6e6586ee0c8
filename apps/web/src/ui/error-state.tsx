import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { CircleAlert, RotateCw } from './icons.ts'
import { PageHeading } from './page-heading.tsx'

type ErrorStateProps = {
  title: ReactNode
  message?: ReactNode
  /** Shows a 'Try again' button. */
  onRetry?: () => void
  /** That button turns: it is being tried again. */
  retrying?: boolean
  /** A further way out, such as a link back. */
  action?: ReactNode
  /** Level of the title where this state stands for the whole page. */
  headingLevel?: 1 | 2 | 3
  className?: string
}

/** What happened, and what can be done about it. */
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
          {onRetry && (
            <Button variant="secondary" size="sm" pending={retrying} onClick={onRetry}>
              {!retrying && <RotateCw aria-hidden="true" />}
              Try again
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}

/** Where it stands for the whole page it is the page's heading, and names the tab. */
function Title({ level, children }: { level: 1 | 2 | 3; children: ReactNode }) {
  if (level === 1) return <PageHeading className="text-lg sm:text-lg">{children}</PageHeading>
  const Heading = `h${level}` as const
  return <Heading className="text-lg">{children}</Heading>
}
