import { type HtmlElement, type HtmlNode, parseHtml, textOfNode } from './html-tree.ts'
import { TextWriter } from './text-writer.ts'

const BLOCKS = new Set(
  (
    'address article aside blockquote dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr main nav ol p pre ' +
    'section summary table tbody tfoot thead tr ul'
  ).split(' '),
)
/** Blocks separated by a line break. The others are separated by an empty line. */
const COMPACT_BLOCKS = new Set(['tr', 'tbody', 'thead', 'tfoot', 'dt', 'dd'])
/** Returns whether readers never see the element: scripts, styles, and decoration such as the icon of a callout. */
const isHidden = ({ name, attributes }: HtmlElement): boolean =>
  name === 'script' || name === 'style' || name === 'template' || attributes.get('aria-hidden') === 'true'
/** Pictures and players are content even without text. */
const NON_TEXT_CONTENT = /<(?:img|video|audio|iframe)\b/i

/** Returns whether sanitized HTML has no content: no text, no picture, no player. */
export function isEmptyHtml(html: string | null | undefined): boolean {
  if (!html?.trim()) return true
  return !NON_TEXT_CONTENT.test(html) && !parseHtml(html).map(textOfNode).join('').trim()
}

/**
 * Converts sanitized HTML to plain text that users can paste into their tools: empty lines between paragraphs, markers before list
 * items, code with its own line breaks.
 */
export function htmlToText(html: string): string {
  const writer = new TextWriter()
  writeNodes(parseHtml(html), undefined, writer, () => false)
  return writer.text()
}

/**
 * Converts sanitized HTML to Markdown, for models and files. Does not escape text that looks like Markdown, so that prompts stay unchanged.
 * `origin` completes the URLs of pages and files; without it, pictures are their words, because the URLs of files expire.
 */
export function htmlToMarkdown(html: string, origin?: string): string {
  const writer = new TextWriter()
  writeNodes(parseHtml(html), undefined, writer, (element, writeChildren) => writeMarkdown(element, writeChildren, writer, origin))
  return writer.text()
}

/** Writes an element with the marks of a syntax. Returns false for elements for which the syntax has none. */
type WriteMarked = (element: HtmlElement, writeChildren: () => void) => boolean

function writeNodes(nodes: HtmlNode[], parent: HtmlElement | undefined, writer: TextWriter, writeMarked: WriteMarked): void {
  for (const node of nodes) {
    if (typeof node === 'string') writer.inline(node)
    else if (!isHidden(node)) write(node, parent, writer, writeMarked)
  }
}

function write(element: HtmlElement, parent: HtmlElement | undefined, writer: TextWriter, writeMarked: WriteMarked): void {
  const { name, attributes, children } = element
  const writeChildren = () => writeNodes(children, element, writer, writeMarked)
  if (writeMarked(element, writeChildren)) return
  switch (name) {
    case 'br':
      writer.hardBreak()
      break
    case 'img':
      writer.inline(attributes.get('alt') ?? '')
      break
    case 'input':
      if (attributes.get('type') === 'checkbox') writer.inline(attributes.has('checked') ? '[x] ' : '[ ] ')
      break
    case 'math':
      // Without its source, a power such as x^2 would be “x2”.
      writer.inline(attributes.get('data-tex') ?? textOfNode(element))
      break
    case 'pre':
      writer.breakLine(2)
      writer.verbatim(textOfNode(element))
      writer.breakLine(2)
      break
    case 'td':
    case 'th':
      if (elementsOf(parent)[0] !== element) writer.inline(' | ')
      writer.cell(writeChildren)
      break
    case 'li':
      writer.item(listMarker(element, parent), writeChildren)
      break
    default:
      writeBlock(element, parent, writer, writeChildren)
  }
}

const EMPHASIS: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*', s: '~~' }

/** Returns the length of the longest run of backticks. */
const longestRun = (code: string): number => Math.max(0, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))

/** Returns a fenced code block. The fence is longer than any in the code. */
const fenced = (code: string): string => {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `${fence}\n${code.replace(/^\n+/, '').trimEnd()}\n${fence}`
}

/** Returns inline code. The delimiter is longer than any run of backticks in the code, and a space separates it from one at the edge. */
const inlineCode = (code: string): string => {
  const delimiter = '`'.repeat(longestRun(code) + 1)
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return delimiter + space + code + space + delimiter
}

/** Writes each line of inline code as code of its own, because Markdown shows a line break in it as a space. */
function writeInlineCode(code: string, writer: TextWriter): void {
  for (const [index, line] of code.split('\n').entries()) {
    if (index > 0) writer.hardBreak()
    if (line) writer.inline(inlineCode(line))
  }
}

/** Returns the URL that Markdown shows of a link or picture; undefined without one. */
function urlOf({ name, attributes }: HtmlElement, origin: string | undefined): string | undefined {
  const url = (name === 'a' && attributes.get('href')) || (name === 'img' && origin !== undefined && attributes.get('src')) || ''
  if (origin !== undefined && url.startsWith('/')) return origin + url
  return /^https?:/.test(url) ? url : undefined
}

function writeMarkdown(element: HtmlElement, writeChildren: () => void, writer: TextWriter, origin: string | undefined): boolean {
  const { name, attributes } = element
  const emphasis = EMPHASIS[name]
  const url = urlOf(element, origin)
  if (/^h[1-6]$/.test(name)) {
    writer.breakLine(2)
    writer.inline(`${'#'.repeat(Number(name[1]))} `)
    writeChildren()
    writer.breakLine(2)
  } else if (name === 'pre') {
    writer.breakLine(2)
    writer.verbatim(fenced(textOfNode(element)))
    writer.breakLine(2)
  } else if (name === 'blockquote') writer.quote(writeChildren)
  else if (name === 'hr') {
    writer.breakLine(2)
    writer.inline('---')
    writer.breakLine(2)
  } else if (name === 'code') writeInlineCode(textOfNode(element), writer)
  else if (emphasis !== undefined) writer.emphasis(emphasis, writeChildren)
  else if (url !== undefined && name === 'img') writer.inline(`![${attributes.get('alt') ?? ''}](${url})`)
  else if (url !== undefined) {
    writer.inline('[')
    writeChildren()
    writer.inline(`](${url})`)
  } else return false
  return true
}

function writeBlock({ name }: HtmlElement, parent: HtmlElement | undefined, writer: TextWriter, writeChildren: () => void): void {
  const isInsideItem = parent?.name === 'li' && (name === 'ol' || name === 'ul' || name === 'p')
  const gap = COMPACT_BLOCKS.has(name) || isInsideItem ? 1 : 2
  if (BLOCKS.has(name)) writer.breakLine(gap)
  writeChildren()
  if (BLOCKS.has(name)) writer.breakLine(gap)
}

const elementsOf = (parent: HtmlElement | undefined): HtmlElement[] => (parent?.children ?? []).filter((node) => typeof node !== 'string')

function listMarker(item: HtmlElement, list: HtmlElement | undefined): string {
  if (list?.name !== 'ol') return '- '
  const position = elementsOf(list)
    .filter(({ name }) => name === 'li')
    .indexOf(item)
  const start = Number.parseInt(list.attributes.get('start') ?? '', 10)
  const number = (Number.isNaN(start) ? 1 : start) + position
  // keeps letters, because text may refer to a step by its letter; Roman numerals are rare and become digits
  const isLetter = list.attributes.get('type') === 'a' && number >= 1 && number <= 26
  return `${isLetter ? String.fromCharCode(96 + number) : number}. `
}
