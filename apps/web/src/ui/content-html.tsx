import { FRAME_HOSTS } from '@academy/contract/video-hosts'
import createDOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import './content.css'
import { addHangingIndents } from './hanging-indent.ts'
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

const frameHosts: ReadonlySet<string> = new Set(FRAME_HOSTS)

const purifier = createDOMPurify(window)

// Allows frames of known video hosts only, as on the server.
purifier.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName === 'iframe' && node instanceof Element && !isPlayer(node.getAttribute('src'))) node.remove()
})

function isPlayer(src: string | null): boolean {
  const url = URL.parse(src ?? '')
  return url?.protocol === 'https:' && url.port === '' && frameHosts.has(url.hostname)
}

// Once: options of a call are read again for each call.
purifier.setConfig({
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['target', 'allow', 'sandbox', 'referrerpolicy'],
  FORBID_TAGS: ['style', 'form', 'button', 'select', 'textarea'],
  FORBID_ATTR: ['style', 'srcdoc'],
})

/** Removes scripts, external requests and forms from content HTML. It is the second line of defense after the server's sanitizer. */
const sanitizeHtml = (html: string): string => purifier.sanitize(html)
