import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Lock } from './icons.ts'

export type BadgeTone = 'neutral' | 'accent' | 'positive' | 'warning' | 'danger' | 'locked'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent text-on-accent',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  locked: 'bg-locked-soft text-locked',
}

/** A short label. The locked tone shows a padlock. */
export function Badge({ tone = 'neutral', className, children }: { tone?: BadgeTone; className?: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-sm forced-colors:border px-1.5 py-0.5 text-xs leading-4 font-semibold',
        tones[tone],
        className,
      )}
    >
      {tone === 'locked' && <Lock aria-hidden="true" className="size-3" />}
      {children}
    </span>
  )
}
