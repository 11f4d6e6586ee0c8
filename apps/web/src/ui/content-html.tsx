import './content.css'
import { useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import { addHangingIndents } from './hanging-indent.ts'
import { sanitizeHtml } from './sanitize-html.ts'
import { keepWordsUnbroken } from './unbroken-words.ts'
import { keepCodeUntranslated } from './untranslated-code.ts'

/**
 * Renders content HTML from the API. The server sanitizes it before it stores it; this component sanitizes it again.
 * The sanitizer is large: pages without content must not import this file.
 */
export function ContentHtml({ html, className }: { html: string; className?: string }) {
  const root = useRef<HTMLDivElement>(null)
  const __html = sanitizeHtml(keepCodeUntranslated(keepWordsUnbroken(html)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML means new code blocks
  useLayoutEffect(() => {
    if (root.current) addHangingIndents(root.current)
  }, [__html])
  return <div ref={root} className={cx('prose', className)} dangerouslySetInnerHTML={{ __html }} />
}
