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

type TextSkeletonProps = {
  /** How many lines the text usually has on a wide screen, and on a narrow one. */
  lines: number
  narrowLines: number
  className?: string
}

/** The shape of a paragraph that is on its way; its lines are as high as those of the text around. */
export const TextSkeleton = ({ lines, narrowLines, className }: TextSkeletonProps) => (
  <span aria-hidden="true" className={cx('block max-w-prose', className)}>
    {Array.from({ length: Math.max(lines, narrowLines) }, (_, line) => (
      <span key={line} className={cx('flex h-[1lh] items-center', line >= lines && 'sm:hidden', line >= narrowLines && 'max-sm:hidden')}>
        <Skeleton className={cx('h-[0.75lh] w-full', line === lines - 1 && 'sm:w-2/3', line === narrowLines - 1 && 'max-sm:w-2/3')} />
      </span>
    ))}
  </span>
)
