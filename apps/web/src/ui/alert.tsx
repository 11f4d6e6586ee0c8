import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from './icons.ts'

type AlertTone = 'neutral' | 'positive' | 'warning' | 'danger'

const looks = {
  neutral: { Icon: Info, frame: 'border-rule bg-sunken', mark: 'text-muted' },
  positive: { Icon: CircleCheck, frame: 'border-positive/30 bg-positive-soft', mark: 'text-positive' },
  warning: { Icon: TriangleAlert, frame: 'border-warning/30 bg-warning-soft', mark: 'text-warning' },
  danger: { Icon: CircleAlert, frame: 'border-danger/30 bg-danger-soft', mark: 'text-danger' },
} as const

type AlertProps = { tone?: AlertTone; title?: ReactNode; action?: ReactNode; className?: string; children?: ReactNode }

/** An inline message. Screen readers announce danger and warning at once, the other tones politely. */
export function Alert({ tone = 'neutral', title, action, className, children }: AlertProps) {
  const { Icon, frame, mark } = looks[tone]
  return (
    <div
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      className={cx('flex gap-3 rounded-lg border p-4', frame, className)}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', mark)} />
      <div className="min-w-0 flex-1 text-sm">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={cx(title !== undefined && 'mt-0.5')}>{children}</div>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  )
}
