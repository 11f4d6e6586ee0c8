import { cx } from './class-names.ts'

/** The media query of the dark picture, in the theme that the user chose or in that of the system. */
function darkQuery(): string {
  const theme = typeof document === 'undefined' ? undefined : document.documentElement.dataset.theme
  if (theme === undefined) return '(prefers-color-scheme: dark)'
  return theme === 'dark' ? 'all' : 'not all'
}

/** The finished board of the sample course in a window of a browser. Its pictures come from the last checkpoint (`pictures:board` of packages/e2e). */
export function BoardPicture({ className, loading }: { className?: string; loading?: 'lazy' }) {
  return (
    <div className={cx('overflow-hidden rounded-lg border border-rule-strong bg-surface shadow-raised', className)}>
      <p translate="no" className="border-b border-rule px-4 py-1 text-xs text-muted">
        localhost:3000
      </p>
      <picture>
        <source srcSet="/board-dark.webp" media={darkQuery()} data-dark />
        <img
          src="/board-light.webp"
          width={1050}
          height={1050}
          loading={loading}
          alt="The finished signal board: what customers mention most and how it changed, the weeks, and the notes"
          className="block h-auto w-full"
        />
      </picture>
    </div>
  )
}
