import type { BlockObjectRequest } from '@notionhq/client'
import type { Token, Tokens } from 'marked'

export type RichText = Extract<BlockObjectRequest, { paragraph: unknown }>['paragraph']['rich_text']
type Annotations = { bold?: true; italic?: true; strikethrough?: true; code?: true }
/** A part of a text with one format. */
type Span = { content: string; link: string | undefined; annotations: Annotations }

/** Notion's limits: the characters of a rich text item, and the items of a block. */
const MAX_CHARACTERS = 2000
const MAX_ITEMS = 100

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }
const decode = (text: string) => text.replace(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
/** Joins the lines of a Markdown paragraph. */
const joinLines = (text: string) => decode(text).replace(/ *\n */g, ' ')

function spansOf(tokens: readonly Token[], annotations: Annotations, link?: string): Span[] {
  return tokens.flatMap((token): Span[] => {
    const inner = (more: Annotations, href = link) => spansOf((token as Tokens.Generic).tokens ?? [], { ...annotations, ...more }, href)
    switch (token.type) {
      case 'strong':
        return inner({ bold: true })
      case 'em':
        return inner({ italic: true })
      case 'del':
        return inner({ strikethrough: true })
      case 'link':
        return inner({}, (token as Tokens.Link).href)
      case 'codespan':
        return [{ content: (token as Tokens.Codespan).text, link, annotations: { ...annotations, code: true } }]
      case 'br':
        return [{ content: '\n', link, annotations }]
      case 'checkbox':
        return []
      case 'escape':
        return [{ content: (token as Tokens.Escape).text, link, annotations }]
      case 'text':
        return 'tokens' in token && token.tokens ? inner({}) : [{ content: joinLines((token as Tokens.Text).text), link, annotations }]
      default:
        throw new Error(`Notion's text cannot contain Markdown of the kind "${token.type}": ${token.raw.trim().slice(0, 80)}`)
    }
  })
}

/** Splits a text at 2,000 characters, but never within a surrogate pair. */
export function splitLongText(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > MAX_CHARACTERS) {
    const code = rest.charCodeAt(MAX_CHARACTERS - 1)
    const end = code >= 0xd800 && code <= 0xdbff ? MAX_CHARACTERS - 1 : MAX_CHARACTERS
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return rest === '' ? parts : [...parts, rest]
}

const toItem = ({ content, link, annotations }: Span): RichText[number] => ({
  text: { content, ...(link !== undefined && { link: { url: link } }) },
  ...(Object.keys(annotations).length > 0 && { annotations }),
})

function requireMaxItems(items: RichText, excerpt: string): RichText {
  if (items.length > MAX_ITEMS)
    throw new Error(`This text has more than the ${MAX_ITEMS} rich text items that Notion stores in one block: ${excerpt.slice(0, 80)}`)
  return items
}

/** Converts a Markdown line to Notion's rich text. */
export function richText(tokens: readonly Token[]): RichText {
  const spans = spansOf(tokens, {}).filter(({ content }) => content !== '')
  const items = spans.flatMap((span) => splitLongText(span.content).map((content) => toItem({ ...span, content })))
  return requireMaxItems(items, spans.map(({ content }) => content).join(''))
}

/** Converts literal text (code, names, URLs) to Notion's rich text. */
export const plainText = (text: string): RichText =>
  requireMaxItems(
    splitLongText(text).map((content) => ({ text: { content } })),
    text,
  )
