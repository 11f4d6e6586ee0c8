import { cx } from './class-names.ts'

/** The icon alone, for places with a text beside it. */
export function SpinnerIcon({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={cx('size-[1.125em] animate-[turn_900ms_linear_infinite]', className)}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}

/** A spinner. Screen readers announce `label`; `showLabel` makes it visible. */
export function Spinner({
  label = 'Loading...',
  showLabel = false,
  className,
}: {
  label?: string
  showLabel?: boolean
  className?: string
}) {
  return (
    <div role="status" className={cx('flex items-center justify-center gap-3 text-muted', className)}>
      <SpinnerIcon className="size-6" />
      <span className={showLabel ? undefined : 'sr-only'}>{label}</span>
    </div>
  )
}

/** A spinner centered on an empty page. */
export const PageSpinner = () => <Spinner className="min-h-[60dvh]" />
