import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type ProseProps = { className?: string } & ({ html: string; children?: never } | { html?: never; children: ReactNode })

/** Set text. `html` must come from the API, which sanitises it on the way in: nothing else may be passed here. */
export function Prose({ html, children, className }: ProseProps) {
  const classes = cx('prose', className)
  if (html !== undefined) return <div className={classes} dangerouslySetInnerHTML={{ __html: html }} />
  return <div className={classes}>{children}</div>
}
