import type { BlockObjectResponse, RichTextItemResponse } from '@notionhq/client'
import type { BlockNode } from '../render/block-node.ts'
import { cleanText } from '../render/escape.ts'
import { plainText, richTextIn } from '../render/rich-text.ts'

/** The time limits of a preview, and what it leaves out because of them. A sync has no such limits. */
export type PreviewLimits = {
  /** Aborts when no more blocks may be read. */
  blocksUntil: AbortSignal
  /** Aborts when no more files may be copied. */
  filesUntil: AbortSignal
  /** Filled with the names of parts that are left out. */
  leftOut: string[]
}

/** The shares of a request's time limit. The rest is for rendering. */
const BLOCKS_SHARE = 0.6
const FILES_SHARE = 0.75
const NAMES_SHOWN = 20
const TITLE_CHARACTERS = 60

const UNREAD = 'There was no time to read what is here for this preview.'

export const previewLimits = (requestTimeoutMs: number): PreviewLimits => ({
  blocksUntil: AbortSignal.timeout(Math.round(requestTimeoutMs * BLOCKS_SHARE)),
  filesUntil: AbortSignal.timeout(Math.round(requestTimeoutMs * FILES_SHARE)),
  leftOut: [],
})

/** Returns whether a signal aborted with this error. */
export const isAbortedBy = (signal: AbortSignal | undefined, error: unknown): boolean => signal?.aborted === true && error === signal.reason

/** Returns what a preview leaves out, for its author: each name once, and not all of very many. */
export function describeLeftOut({ leftOut }: PreviewLimits): string[] {
  const names = [...Map.groupBy(leftOut, (name) => name)].map(([name, { length }]) => (length > 1 ? `${name} (${length} times)` : name))
  const more = names.length - NAMES_SHOWN
  return more > 0 ? [...names.slice(0, NAMES_SHOWN), `${more} more parts`] : names
}

/** Returns the type of a block and the beginning of its text: toggle “More about boards”. */
export function blockName(block: BlockObjectResponse): string {
  const type = block.type.replaceAll('_', ' ')
  const text = plainText(richTextIn(block, block.type)).trim()
  // The cut may be inside a character.
  return text ? `${type} “${cleanText(text.slice(0, TITLE_CHARACTERS))}”` : type
}

const NOTE_ID = '-unread'

/** Returns whether a block stands in place of unread blocks. */
export const isUnreadNote = ({ block }: BlockNode): boolean => block.id.endsWith(NOTE_ID)

/** Returns a block that stands in a preview in place of the unread children of `parent`. */
export function unreadNote(parent: BlockObjectResponse): BlockNode {
  const annotations = { bold: false, italic: true, strikethrough: false, underline: false, code: false, color: 'default' as const }
  const text: RichTextItemResponse[] = [
    { type: 'text', text: { content: UNREAD, link: null }, plain_text: UNREAD, href: null, annotations },
  ]
  const body =
    parent.type === 'table'
      ? { type: 'table_row', table_row: { cells: [text] } }
      : { type: 'paragraph', paragraph: { rich_text: text, color: 'default', icon: null } }
  return { block: { ...parent, id: parent.id + NOTE_ID, has_children: false, ...body } as BlockObjectResponse, children: [] }
}
