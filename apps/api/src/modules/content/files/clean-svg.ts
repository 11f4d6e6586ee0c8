import sanitizeHtml from 'sanitize-html'
import { PageRefused } from '../mirror/page-refused.ts'

const shapes = (
  'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image marker linearGradient ' +
  'radialGradient stop clipPath mask pattern style filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix ' +
  'feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge ' +
  'feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence switch'
).split(' ')

const attributes = (
  'id class style x y x1 x2 y1 y2 cx cy r rx ry fx fy dx dy d points width height viewBox preserveAspectRatio transform version xmlns ' +
  'xmlns:xlink xml:space fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray ' +
  'stroke-dashoffset stroke-miterlimit stroke-opacity opacity color display visibility overflow clip-path clip-rule clipPathUnits mask ' +
  'maskUnits maskContentUnits filter filterUnits primitiveUnits marker-start marker-mid marker-end markerWidth markerHeight markerUnits ' +
  'refX refY orient offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits ' +
  'patternTransform font-family font-size font-style font-weight letter-spacing word-spacing text-anchor text-decoration ' +
  'dominant-baseline alignment-baseline baseline-shift writing-mode textLength lengthAdjust startOffset href xlink:href in in2 result ' +
  'stdDeviation values type mode operator k1 k2 k3 k4 flood-color flood-opacity tableValues slope intercept amplitude exponent ' +
  'baseFrequency numOctaves seed scale xChannelSelector yChannelSelector radius order kernelMatrix surfaceScale specularConstant ' +
  'specularExponent diffuseConstant lighting-color azimuth elevation z role aria-label aria-labelledby aria-hidden vector-effect ' +
  'shape-rendering text-rendering image-rendering color-interpolation-filters mix-blend-mode paint-order'
).split(' ')

/** References within the picture, or to a small embedded picture. All others would load or run something. */
const safeReference = (value: string): boolean =>
  /^#[\w.:-]+$/.test(value.trim()) || /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/.test(value.trim())

/** CSS that loads something or breaks the XML. `url(#id)` refers to a part of the picture itself. */
const loads = (css: string): boolean => /@import|expression\s*\(|javascript:|[<&\\]|url\(\s*(?!["']?#)/i.test(css)

function keepsAttribute([name, value]: [string, string]): boolean {
  if (name === 'href' || name === 'xlink:href') return safeReference(value)
  if (name === 'xmlns') return value === 'http://www.w3.org/2000/svg'
  if (name === 'xmlns:xlink') return value === 'http://www.w3.org/1999/xlink'
  return !loads(value)
}

/** Returns the end of the declaration, comment or document type that begins here; undefined without one. */
function endOfPreamble(source: string, from: number): number | undefined {
  const [open, close] = [
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<!DOCTYPE', '>'],
  ].find(([start = '']) => source.startsWith(start, from)) ?? ['', '']
  if (!open || !close) return undefined
  const inner = open === '<!DOCTYPE' ? source.indexOf('[', from) : -1
  const firstEnd = source.indexOf(close, from + open.length)
  // A document type may hold declarations of its own, in brackets.
  const end = inner !== -1 && inner < firstEnd ? source.indexOf('>', source.indexOf(']', inner)) : firstEnd
  return end === -1 ? undefined : end + close.length
}

/**
 * Returns the document from its first element on, if that is svg. Scans by hand, as a regular expression could backtrack on hostile input.
 */
function fromSvg(source: string): string | undefined {
  let at = source.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    while (/\s/.test(source[at] ?? '')) at += 1
    const end = endOfPreamble(source, at)
    if (end === undefined || end <= at) break
    at = end
  }
  return /^<svg[\s>/]/.test(source.slice(at, at + 5)) ? source.slice(at) : undefined
}

/** Returns whether the first element of a file is svg. */
export const isSvg = (source: string): boolean => fromSvg(source) !== undefined

/** Limits far above what drawing programs produce. Learners' browsers have to draw it as well. */
const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 100

/**
 * Counts elements during parsing.
 * @throws PageRefused at the first one over the limit, so that the rest is not parsed.
 */
function elementLimits(): Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag'> {
  let elements = 0
  let depth = 0
  return {
    onOpenTag: () => {
      elements += 1
      depth += 1
      if (elements > MAX_ELEMENTS)
        throw new PageRefused(
          'svg_too_complex',
          `An SVG picture has more than ${MAX_ELEMENTS} elements. Simplify it, or upload it as a PNG.`,
        )
      if (depth > MAX_DEPTH)
        throw new PageRefused(
          'svg_too_complex',
          `An SVG picture nests its elements more than ${MAX_DEPTH} deep. Simplify it, or upload it as a PNG.`,
        )
    },
    onCloseTag: () => {
      depth -= 1
    },
  }
}

/**
 * Returns an SVG with shapes, texts and styles only: no scripts, handlers, links, HTML or external content; undefined if nothing is left.
 * @throws PageRefused when it has too many elements or nests them too deep.
 */
export function cleanSvg(source: string): string | undefined {
  const clean = sanitizeHtml(fromSvg(source) ?? '', {
    ...elementLimits(),
    allowedTags: shapes,
    allowedAttributes: { '*': attributes },
    disallowedTagsMode: 'completelyDiscard',
    // The defaults are for styles and links of HTML; here `keepsAttribute` checks both.
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    allowVulnerableTags: true,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
    transformTags: {
      a: 'g',
      '*': (tagName, attribs) => ({ tagName, attribs: Object.fromEntries(Object.entries(attribs).filter(keepsAttribute)) }),
    },
    exclusiveFilter: ({ tag, text }) => tag === 'style' && loads(text),
  }).trim()
  if (!/^<svg[\s>/]/.test(clean)) return undefined
  // As a picture an SVG is read as XML, which shows nothing without its namespace.
  return /^<svg[^>]*\sxmlns="/.test(clean) ? clean : clean.replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"')
}
