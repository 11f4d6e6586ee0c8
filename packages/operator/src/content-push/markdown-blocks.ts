import { lexer, type Token, type Tokens } from 'marked'
import { codeLanguage } from './code-language.ts'
import { plainText, type RichText, richText } from './inline-text.ts'

/** A Notion block without an id. `file` is a picture or video that is not uploaded yet. */
export type Block = { type: string; content: Record<string, unknown>; children: Block[]; file?: string }

const block = (type: string, content: Record<string, unknown>, children: Block[] = []): Block => ({ type, content, children })

const ICONS: Readonly<Record<string, string>> = { NOTE: '📝', TIP: '💡', IMPORTANT: '📌', WARNING: '⚠️', CAUTION: '⚠️' }
const CALLOUT = /^\[!([A-Z]+)\][ \t]*\n?/

function media({ href, tokens }: Tokens.Image): Block {
  const caption = richText(tokens)
  const remote = URL.canParse(href)
  if (!remote) return { ...block(/\.(mp4|webm)$/i.test(href) ? 'video' : 'image', { caption }), file: href }
  if (/\.(png|jpe?g|gif|webp|svg)$/i.test(new URL(href).pathname))
    return block('image', { caption, type: 'external', external: { url: href } })
  // videos of hosting services, and other embeddable pages
  return block('embed', { caption, url: href })
}

/** Converts a paragraph, or the picture that is its only content. */
function paragraph({ tokens }: { tokens: Token[] }): Block {
  const [only, ...others] = tokens
  if (only?.type === 'image' && others.length === 0) return media(only as Tokens.Image)
  return block('paragraph', { rich_text: richText(tokens) })
}

/** Returns the first paragraph as the text of the parent block, and the other blocks as its children. */
function splitText(blocks: Block[]): { rich_text: RichText; children: Block[] } {
  const [first, ...rest] = blocks
  if (first?.type !== 'paragraph') return { rich_text: [], children: blocks }
  return { rich_text: first.content.rich_text as RichText, children: rest }
}

function quote(token: Tokens.Blockquote): Block {
  const icon = ICONS[CALLOUT.exec(token.text)?.[1] ?? '']
  const inner = icon === undefined ? token.tokens : lexer(token.text.replace(CALLOUT, ''))
  const { rich_text, children } = splitText(toBlocks(inner))
  if (icon === undefined) return block('quote', { rich_text }, children)
  return block('callout', { rich_text, icon: { type: 'emoji', emoji: icon } }, children)
}

function listItem(item: Tokens.ListItem, ordered: boolean): Block {
  const { rich_text, children } = splitText(toBlocks(item.tokens))
  if (item.task) return block('to_do', { rich_text, checked: item.checked === true }, children)
  return block(ordered ? 'numbered_list_item' : 'bulleted_list_item', { rich_text }, children)
}

function table({ header, rows }: Tokens.Table): Block {
  const row = (cells: Tokens.TableCell[]) => block('table_row', { cells: cells.map((cell) => richText(cell.tokens)) })
  const content = { table_width: header.length, has_column_header: true, has_row_header: false }
  return block('table', content, [header, ...rows].map(row))
}

function toBlock(token: Token): Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return []
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      return [block(`heading_${Math.min(depth, 3)}`, { rich_text: richText(tokens) })]
    }
    case 'paragraph':
      return [paragraph(token as Tokens.Paragraph)]
    case 'text':
      return [paragraph({ tokens: (token as Tokens.Text).tokens ?? [token] })]
    case 'code': {
      const { text, lang } = token as Tokens.Code
      return [block('code', { rich_text: plainText(text), language: codeLanguage(lang) })]
    }
    case 'blockquote':
      return [quote(token as Tokens.Blockquote)]
    case 'list': {
      const { items, ordered } = token as Tokens.List
      return items.map((item) => listItem(item, ordered))
    }
    case 'table':
      return [table(token as Tokens.Table)]
    case 'hr':
      return [block('divider', {})]
    default:
      if (token.type === 'html' && /^<!--[\s\S]*-->\s*$/.test(token.raw)) return []
      throw new Error(`Markdown of the kind "${token.type}" has no counterpart in Notion: ${token.raw.trim().slice(0, 80)}`)
  }
}

const toBlocks = (tokens: readonly Token[]): Block[] => tokens.flatMap(toBlock)

const headingDepth = ({ type }: Block) => (/^heading_\d$/.test(type) ? Number(type.at(-1)) : undefined)
const titleOf = (heading: Block) =>
  (heading.content.rich_text as { text?: { content: string } }[]).map((item) => item.text?.content ?? '').join('')

/** Converts each third-level heading in "Pro tips" to a toggle: the tip is the heading, the explanation its children. */
function foldTips(blocks: Block[]): Block[] {
  const folded: Block[] = []
  let tip: Block | undefined
  let isInTips = false
  for (const next of blocks) {
    const depth = headingDepth(next)
    if (depth !== undefined && depth <= 2) {
      isInTips = titleOf(next).trim().toLowerCase() === 'pro tips'
      tip = undefined
    }
    if (isInTips && depth === 3) {
      tip = block('toggle', { rich_text: next.content.rich_text })
      folded.push(tip)
    } else if (tip) tip.children.push(next)
    else folded.push(next)
  }
  return folded
}

/** Converts Markdown to Notion blocks. Throws with an excerpt for Markdown that Notion cannot represent. */
export const markdownToBlocks = (markdown: string): Block[] => foldTips(toBlocks(lexer(markdown)))
