import { TextWriter } from './text-writer.ts'

const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR MAIN NAV OL P PRE ' +
    'SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL'
  ).split(' '),
)
/** Blocks separated by a line break. The others are separated by an empty line. */
const COMPACT_BLOCKS = new Set(['TR', 'TBODY', 'THEAD', 'TFOOT', 'DT', 'DD'])
/** Whether readers never see the element: scripts, styles, and decoration such as the icon of a callout. */
const isHidden = (element: Element): boolean =>
  /^(SCRIPT|STYLE|TEMPLATE)$/.test(element.tagName) || element.getAttribute('aria-hidden') === 'true'
/** Elements that are content even without text. */
const NON_TEXT_CONTENT = /<(?:img|picture|svg|video|audio|iframe|embed|object|canvas|table|hr|input)\b/i

/** Parses into a separate document, which runs no scripts and fetches nothing. */
const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** Returns whether HTML has no content: missing, blank, or only empty paragraphs (TUT-18). */
export function isEmptyHtml(html: string | null | undefined): boolean {
  if (!html?.trim()) return true
  return !NON_TEXT_CONTENT.test(html) && !parse(html).textContent?.trim()
}

/**
 * Converts HTML to plain text: empty lines between paragraphs, markers before list items, code with its own line breaks. Users paste
 * this text into their tools (D-46).
 */
export function htmlToText(html: string): string {
  const writer = new TextWriter()
  writeChildren(parse(html), writer)
  return writer.text()
}

function writeChildren(parent: Node, writer: TextWriter): void {
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) writer.inline(child.nodeValue ?? '')
    else if (child instanceof Element && !isHidden(child)) write(child, writer)
  }
}

function write(element: Element, writer: TextWriter): void {
  switch (element.tagName) {
    case 'BR':
      writer.hardBreak()
      break
    case 'IMG':
      writer.inline(element.getAttribute('alt') ?? '')
      break
    case 'INPUT':
      if (element.getAttribute('type') === 'checkbox') writer.inline(element.hasAttribute('checked') ? '[x] ' : '[ ] ')
      break
    case 'PRE':
      writer.breakLine(2)
      writer.verbatim(element.textContent ?? '')
      writer.breakLine(2)
      break
    case 'TD':
    case 'TH':
      if (element.previousElementSibling) writer.inline(' | ')
      writeChildren(element, writer)
      break
    case 'LI':
      writer.item(listMarker(element), () => writeChildren(element, writer))
      break
    default:
      writeBlock(element, writer)
  }
}

function writeBlock(element: Element, writer: TextWriter): void {
  const insideItem = /^([OU]L|P)$/.test(element.tagName) && element.parentElement?.tagName === 'LI'
  const gap = COMPACT_BLOCKS.has(element.tagName) || insideItem ? 1 : 2
  const isBlock = BLOCKS.has(element.tagName)
  if (isBlock) writer.breakLine(gap)
  writeChildren(element, writer)
  if (isBlock) writer.breakLine(gap)
}

function listMarker(item: Element): string {
  const list = item.parentElement
  if (list?.tagName !== 'OL') return '- '
  const position = [...list.children].filter(({ tagName }) => tagName === 'LI').indexOf(item)
  const number = (Number(list.getAttribute('start')) || 1) + position
  // Text may refer to a step by its letter. Roman numerals are rare and become digits.
  const isLetter = list.getAttribute('type') === 'a' && number <= 26
  return `${isLetter ? String.fromCharCode(96 + number) : number}. `
}
