import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { useDocumentTitle } from './page-heading.tsx'

/** A gray placeholder. Give it the size of the loaded content to avoid layout shifts. It is never wider than its box. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block max-w-full animate-[skeleton-breath_1.6s_ease-in-out_infinite] rounded-md bg-locked-soft', className)}
    />
  )
}

type LoadingProps = {
  label?: string
  className?: string
  /** The classes of gray placeholders, in order. */
  blocks?: readonly string[]
  children?: ReactNode
}

/** Stands for content that loads: gray placeholders, and a text for screen readers. */
export const Loading = ({ label = 'Loading...', className, blocks = [], children }: LoadingProps) => (
  <div role="status" className={className}>
    <span className="sr-only">{label}</span>
    {blocks.map((look, index) => (
      <Skeleton key={index} className={look} />
    ))}
    {children}
  </div>
)

type TextSkeletonProps = {
  /** Usual number of lines on wide and on narrow screens. */
  lines: number
  narrowLines: number
  className?: string
}

/** Placeholder of a paragraph. Its lines have the height of the surrounding text. */
export const TextSkeleton = ({ lines, narrowLines, className }: TextSkeletonProps) => (
  <span aria-hidden="true" className={cx('block max-w-prose', className)}>
    {Array.from({ length: Math.max(lines, narrowLines) }, (_, line) => (
      <span key={line} className={cx('flex h-[1lh] items-center', line >= lines && 'sm:hidden', line >= narrowLines && 'max-sm:hidden')}>
        <Skeleton className={cx('h-[0.75lh] w-full', line === lines - 1 && 'sm:w-2/3', line === narrowLines - 1 && 'max-sm:w-2/3')} />
      </span>
    ))}
  </span>
)

/** Heading of a page that is still loading. It sets the tab title and leaves the focus to the page itself. */
export function LoadingHeading({ children, className = 'sr-only' }: { children: string; className?: string }) {
  useDocumentTitle(children)
  return <h1 className={className}>{children}</h1>
}
