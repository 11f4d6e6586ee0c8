import { FRAME_HOSTS } from '@academy/contract/video-hosts'
import createDOMPurify from 'dompurify'

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
export const sanitizeHtml = (html: string): string => purifier.sanitize(html)
