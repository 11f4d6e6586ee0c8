import { cx } from './class-names.ts'

/** The grey shape of something on its way. Give it the size of what will come, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-[skeleton-breath_1.6s_ease-in-out_infinite] rounded-md bg-locked-soft', className)}
    />
  )
}
