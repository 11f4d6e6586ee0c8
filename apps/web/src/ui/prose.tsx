import './content.css'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import { hangCodeLines } from './hang-code-lines.ts'

type ProseProps = { className?: string } & ({ html: string; children?: never } | { html?: never; children: ReactNode })

/**
 * Set text. `html` must come from the API: it is sanitised once, on the server, on its way into the mirror, and not again
 * here (11 kB of first load saved against D-50). Nothing else may be passed as `html`.
 */
export function Prose({ html, children, className }: ProseProps) {
  const classes = cx('prose', className)
  if (html !== undefined) return <Content html={html} className={classes} />
  return <div className={classes}>{children}</div>
}

function Content({ html, className }: { html: string; className: string }) {
  const root = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML means new code blocks
  useLayoutEffect(() => {
    if (root.current) hangCodeLines(root.current)
  }, [html])
  return <div ref={root} className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
