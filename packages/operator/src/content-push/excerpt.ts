import type { Block } from './markdown-blocks.ts'

/** Maximum characters of an excerpt. */
const MAX_CHARACTERS = 300

const textOf = ({ content }: Block) =>
  ((content.rich_text ?? []) as { text?: { content: string } }[]).map((item) => item.text?.content ?? '').join('')

/** Returns the blocks below a second-level heading, ignoring case. */
function sectionBlocks(blocks: readonly Block[], heading: string): Block[] {
  const start = blocks.findIndex((block) => block.type === 'heading_2' && textOf(block).trim().toLowerCase() === heading)
  if (start < 0) return []
  const rest = blocks.slice(start + 1)
  const end = rest.findIndex(({ type }) => type === 'heading_2')
  return end < 0 ? rest : rest.slice(0, end)
}

/** Shortens a text after a whole word or line, and adds an ellipsis. */
function shorten(text: string, between: ' ' | '\n'): string {
  if (text.length <= MAX_CHARACTERS) return text
  const mark = between === '\n' ? '\n…' : '…'
  const end = text.lastIndexOf(between, MAX_CHARACTERS - mark.length)
  return `${text.slice(0, end > 0 ? end : MAX_CHARACTERS - mark.length).trimEnd()}${mark}`
}

/**
 * Returns the beginning of a section as plain text of at most 300 characters: of its first code block, or else of its first paragraph.
 * A prompt becomes one line, code keeps its lines. Returns an empty text without such a section.
 */
export function excerpt(blocks: readonly Block[], heading: 'prompt' | 'code sample'): string {
  const section = sectionBlocks(blocks, heading)
  const block = section.find(({ type }) => type === 'code') ?? section.find(({ type }) => type === 'paragraph')
  if (block === undefined) return ''
  return heading === 'prompt' ? shorten(textOf(block).replace(/\s+/g, ' ').trim(), ' ') : shorten(textOf(block).trimEnd(), '\n')
}
