import { TextWriter } from './text-writer.ts'

const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR MAIN NAV OL P PRE ' +
    'SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL'
  ).split(' '),
)
/** Blocks that stand on the next line; the others are set apart by an empty one. */
const TIGHT = new Set(['TR', 'TBODY', 'THEAD', 'TFOOT', 'DT', 'DD'])
/** Not for readers: code of the page, and decoration such as the sign of a callout. */
const isSilent = (element: Element): boolean =>
  /^(SCRIPT|STYLE|TEMPLATE)$/.test(element.tagName) || element.getAttribute('aria-hidden') === 'true'
/** Things that say something without any text. */
const SPEAKING = /<(?:img|picture|svg|video|audio|iframe|embed|object|canvas|table|hr|input)\b/i

/** Into a document of its own, where nothing runs and nothing is fetched. */
const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** Whether an HTML part says nothing: missing, blank, or only empty paragraphs (TUT-18). */
export function isEmptyHtml(html: string | null | undefined): boolean {
  if (!html?.trim()) return true
  return !SPEAKING.test(html) && !parse(html).textContent?.trim()
}

/**
 * HTML as the text somebody would have typed: paragraphs apart by an empty line, list items with their marks, code with its
 * own line breaks. This is what a prompt looks like to the tool it is pasted into (D-46).
 */
export function plainText(html: string): string {
  const writer = new TextWriter()
  writeChildren(parse(html), writer)
  return writer.text()
}

function writeChildren(parent: Node, writer: TextWriter): void {
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) writer.inline(child.nodeValue ?? '')
    else if (child instanceof Element && !isSilent(child)) write(child, writer)
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
      writer.item(markOf(element), () => writeChildren(element, writer))
      break
    default:
      writeBlock(element, writer)
  }
}

function writeBlock(element: Element, writer: TextWriter): void {
  const insideItem = /^([OU]L|P)$/.test(element.tagName) && element.parentElement?.tagName === 'LI'
  const gap = TIGHT.has(element.tagName) || insideItem ? 1 : 2
  const isBlock = BLOCKS.has(element.tagName)
  if (isBlock) writer.breakLine(gap)
  writeChildren(element, writer)
  if (isBlock) writer.breakLine(gap)
}

function markOf(item: Element): string {
  const list = item.parentElement
  if (list?.tagName !== 'OL') return '- '
  const position = [...list.children].filter(({ tagName }) => tagName === 'LI').indexOf(item)
  const number = (Number(list.getAttribute('start')) || 1) + position
  // Steps may be called by their letter elsewhere in the text; Roman numbers are rare enough to become plain ones.
  const isLetter = list.getAttribute('type') === 'a' && number <= 26
  return `${isLetter ? String.fromCharCode(96 + number) : number}. `
}
