import type { BlockNode } from '../render/block-node.ts'
import { mediaUrl } from '../render/media.ts'
import { plainText } from '../render/rich-text.ts'

/** What authors put below an uploaded video: WebVTT texts, and the URL of the picture that is shown before it plays. */
export type VideoExtras = { captions?: string; chapters?: string; poster?: string }
/** By the id of the block of the video. */
export type Captions = Map<string, VideoExtras>

const isUpload = (node: BlockNode | undefined): boolean => node?.block.type === 'video' && node.block.video.type === 'file'

/** Returns what a block adds to the video above it; undefined for any other block. */
function extraIn({ block }: BlockNode): VideoExtras | undefined {
  if (block.type === 'image' && plainText(block.image.caption).trim().toLowerCase() === 'poster') return { poster: mediaUrl(block.image) }
  const source = block.type === 'code' ? plainText(block.code.rich_text).trim() : ''
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(source)) return undefined
  return /^Kind: chapters$/m.test(source.split('\n\n')[0] ?? '') ? { chapters: `${source}\n` } : { captions: `${source}\n` }
}

/**
 * Removes the blocks of captions, chapters and posters from the tree and returns them by video. Notion has no such files, so authors put a
 * code block that begins with WEBVTT, or a picture with the caption "Poster", below the video: each at most once, in any order.
 */
export function extractCaptions(nodes: BlockNode[], captions: Captions = new Map()): { nodes: BlockNode[]; captions: Captions } {
  const rest: BlockNode[] = []
  for (const node of nodes) {
    const last = rest.at(-1)
    const extra = last && isUpload(last) ? extraIn(node) : undefined
    const extras = last && captions.get(last.block.id)
    const isNew = extra !== undefined && !Object.keys(extra).some((kind) => extras && kind in extras)
    if (last && isNew) captions.set(last.block.id, { ...extras, ...extra })
    else rest.push({ block: node.block, children: extractCaptions(node.children, captions).nodes })
  }
  return { nodes: rest, captions }
}
