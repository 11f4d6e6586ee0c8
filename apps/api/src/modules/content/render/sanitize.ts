import { FRAME_HOSTS } from '@academy/contract/video-hosts'
import sanitizeHtml from 'sanitize-html'

/** The URL of a copied file in the mirror. The key for its access is added when the page is served. */
const STORED_FILE = /^\/api\/files\/[0-9a-f]{64}$/

const colors = ['notion-*']
const frameHosts: ReadonlySet<string> = new Set(FRAME_HOSTS)

/** Presentation MathML only, which cannot link, load or run anything. */
const mathTags = (
  'math mfrac mi mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder ' +
  'munderover mmultiscripts none'
).split(' ')
const mathAttributes = (
  'accent accentunder columnalign columnspacing columnspan depth display displaystyle fence form height largeop linethickness lspace ' +
  'mathvariant maxsize minsize movablelimits rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width'
).split(' ')

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...mathTags,
    ...(
      'a audio blockquote br code details div em figcaption figure h3 h4 h5 h6 hr iframe img input label li ol p pre s span strong summary ' +
      'table tbody td th thead tr track u ul video'
    ).split(' '),
  ],
  allowedAttributes: {
    ...Object.fromEntries(mathTags.map((tag) => [tag, mathAttributes])),
    math: [...mathAttributes, 'data-tex'],
    '*': ['dir'],
    a: ['href', 'target', 'rel', 'download'],
    audio: ['src', 'controls', 'preload', 'aria-label'],
    div: ['role', 'aria-label', 'tabindex'],
    iframe: ['src', 'title', 'loading', 'allow', 'sandbox', 'referrerpolicy'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    input: ['type', 'disabled', 'checked'],
    ol: ['start', 'type'],
    pre: ['data-language', 'tabindex'],
    th: ['scope'],
    track: ['src', 'kind', 'srclang', 'label', 'default'],
    video: ['src', 'poster', 'controls', 'playsinline', 'preload', 'crossorigin'],
  },
  allowedClasses: {
    ...Object.fromEntries(mathTags.map((tag) => [tag, ['tml-*']])),
    blockquote: colors,
    code: ['equation'],
    details: colors,
    div: ['callout', 'column', 'columns', 'equation', 'indent', 'table-box', 'video-frame', ...colors],
    h3: colors,
    h4: colors,
    h5: colors,
    h6: colors,
    li: colors,
    p: ['missing-file', ...colors],
    pre: ['code'],
    span: ['tok-*', ...colors],
    ul: ['to-do'],
  },
  // 'mailto' is for links only. Embedded content comes over https or is a copied file.
  allowedSchemes: [],
  allowedSchemesByTag: { a: ['http', 'https', 'mailto'], iframe: ['https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  allowIframeRelativeUrls: false,
  allowedIframeHostnames: [...FRAME_HOSTS],
  // Only values that the renderer writes are allowed in these attributes.
  exclusiveFilter: ({ tag, attribs }) => {
    if (['img', 'audio', 'video', 'track'].includes(tag))
      return !STORED_FILE.test(attribs.src ?? '') || !STORED_FILE.test(attribs.poster ?? attribs.src ?? '')
    if (tag === 'iframe') return !isPlayer(attribs.src)
    return false
  },
  transformTags: {
    input: (tagName, attribs) => ({
      tagName,
      attribs: { type: 'checkbox', disabled: '', ...('checked' in attribs ? { checked: '' } : {}) },
    }),
    iframe: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups' },
    }),
    a: (tagName, { download = '', ...attribs }) => ({
      tagName,
      // Copied files are downloads, never pages. Nothing else is a download.
      attribs: STORED_FILE.test(attribs.href ?? '')
        ? { href: attribs.href ?? '', download }
        : attribs.target
          ? { ...attribs, target: '_blank', rel: 'noopener noreferrer nofollow' }
          : attribs,
    }),
  },
  disallowedTagsMode: 'discard',
  selfClosing: [...(sanitizeHtml.defaults.selfClosing ?? []), 'track'],
  // Deeper than any real page. Parsers of browsers have limits too.
  nestingLimit: 100,
}

function isPlayer(src: string | undefined): boolean {
  const url = URL.parse(src ?? '')
  return url?.protocol === 'https:' && url.port === '' && frameHosts.has(url.hostname)
}

/**
 * Sanitizes HTML before it enters the mirror: keeps only listed elements, attributes, classes, schemes and frame hosts. Runs after the renderer
 * and the highlighter, and trusts neither.
 */
export function sanitize(html: string): string {
  return sanitizeHtml(html, options)
}
