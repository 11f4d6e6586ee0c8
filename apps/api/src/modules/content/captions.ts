import type { BlockNode } from './render/block-node.ts'
import { plainText } from './render/rich-text.ts'

/** Captions by the id of the block of their video. */
export type Captions = Map<string, string>

const isUpload = (node: BlockNode | undefined): boolean => node?.block.type === 'video' && node.block.video.type === 'file'

/** WebVTT as an author writes it into a code block; undefined for any other block. */
function captionsIn({ block }: BlockNode): string | undefined {
  const source = block.type === 'code' ? plainText(block.code.rich_text).trim() : ''
  return /^WEBVTT(?:[ \t\n]|$)/.test(source) ? `${source}\n` : undefined
}

/**
 * Takes the captions of uploaded videos out of a tree: Notion holds no caption files, so that they stand right below the video as a code
 * block that begins with WEBVTT.
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
