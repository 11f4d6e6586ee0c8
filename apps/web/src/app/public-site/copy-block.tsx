import '../../ui/copy-block.css'
import type { ReactNode } from 'react'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Copy } from '../../ui/icons.ts'

/** A prompt or code with a button that copies its text. The button is hidden without JavaScript. */
export function CopyBlock({
  title,
  headingLevel = 3,
  label = title,
  footer,
  children,
}: {
  title: string
  headingLevel?: 2 | 3
  label?: string
  /** Stands below the text and is not copied. */
  footer?: ReactNode
  children: ReactNode
}) {
  const Heading = `h${headingLevel}` as const
  return (
    <section aria-label={label} data-copy-block className="overflow-hidden rounded-lg border border-rule-strong bg-code shadow-raised">
      <div className="flex min-h-12 items-center gap-3 border-t-4 border-b border-t-accent border-b-rule bg-surface p-2 pr-3 pl-4 sm:pl-6">
        <Heading className="min-w-0 flex-1 font-display text-base font-bold tracking-[-0.015em]">{title}</Heading>
        <button type="button" hidden data-copy className={buttonClasses('secondary', 'sm')}>
          <Copy aria-hidden="true" />
          <span data-copy-label>Copy</span>
          <span className="sr-only">: {label}</span>
        </button>
      </div>
      <div data-copy-text translate="no">
        {children}
      </div>
      {footer && <p className="border-t border-rule bg-surface px-4 py-3 text-sm text-muted sm:px-6">{footer}</p>}
      <span role="status" className="sr-only" />
    </section>
  )
}
