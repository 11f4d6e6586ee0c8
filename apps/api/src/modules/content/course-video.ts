import { headingText, sectionName } from './cut-sections.ts'
import type { BlockNode } from './render/block-node.ts'

/** Returns 1 to 4 for a heading, undefined for other blocks. */
const headingLevel = ({ block }: BlockNode): number | undefined => Number(/^heading_(\d)$/.exec(block.type)?.[1]) || undefined

/**
 * Returns the blocks below each heading "Video" of a course page, up to the next heading of the same or a higher level. The rest of the
 * page holds the author's notes and is never published.
 */
export function courseVideoSection(nodes: BlockNode[]): BlockNode[] {
  const section: BlockNode[] = []
  let videoLevel: number | undefined
  for (const node of nodes) {
    const level = headingLevel(node)
    if (level && sectionName(headingText(node) ?? '') === 'video') {
      videoLevel = level
      section.push(...node.children)
    } else {
      if (level && videoLevel && level <= videoLevel) videoLevel = undefined
      if (videoLevel) section.push(node)
    }
  }
  return section
}
