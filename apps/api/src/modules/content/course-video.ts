import { cutSections } from './cut-sections.ts'
import type { BlockNode } from './render/block-node.ts'

/** What stands below the heading "Video" on the page of a course, up to the next heading. The rest of the page is the authors' own. */
export function courseVideoSection(nodes: BlockNode[]): BlockNode[] {
  const otherHeadings = new Set<string>()
  const { video } = cutSections(nodes, ['notes', 'video'], 'notes', (_heading, blockId) => otherHeadings.add(blockId))
  const end = video.findIndex(({ block }) => otherHeadings.has(block.id))
  return end === -1 ? video : video.slice(0, end)
}
