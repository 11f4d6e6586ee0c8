import type { BlockNode } from './render/block-node.ts'
import { plainText } from './render/rich-text.ts'

/** Captions by the id of the block of their video. */
export type Captions = Map<string, string>

const isUpload = (node: BlockNode | undefined): boolean => node?.block.type === 'video' && node.block.video.type === 'file'

/** Returns the WebVTT text of a code block; undefined for any other block. */
function captionsIn({ block }: BlockNode): string | undefined {
  const source = block.type === 'code' ? plainText(block.code.rich_text).trim() : ''
  return /^WEBVTT(?:[ \t\n]|$)/.test(source) ? `${source}\n` : undefined
}

/**
 * Removes caption blocks from the tree and returns them by video. Notion has no caption files, so authors put a code block that begins with
 * WEBVTT below the video.
 */
export function takeCaptions(nodes: BlockNode[], captions: Captions = new Map()): { nodes: BlockNode[]; captions: Captions } {
  const rest: BlockNode[] = []
  for (const node of nodes) {
    const last = rest.at(-1)
    const source = last && isUpload(last) && !captions.has(last.block.id) ? captionsIn(node) : undefined
    if (last && source !== undefined) captions.set(last.block.id, source)
    else rest.push({ block: node.block, children: takeCaptions(node.children, captions).nodes })
  }
  return { nodes: rest, captions }
}
