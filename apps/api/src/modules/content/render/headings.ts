import type { BlockNode } from './block-node.ts'

const levels = { heading_1: 1, heading_2: 2, heading_3: 3, heading_4: 4 } as const
export type HeadingType = keyof typeof levels

/** The tags of Notion's heading levels within a part. */
export type HeadingTags = (type: HeadingType) => string

const isHeading = (type: string): type is HeadingType => Object.hasOwn(levels, type)

function collect(nodes: BlockNode[], found: Set<HeadingType>): Set<HeadingType> {
  for (const { block, children } of nodes) {
    if (isHeading(block.type)) found.add(block.type)
    collect(children, found)
  }
  return found
}

/**
 * Assigns tags to the headings of a part. They start at h3, below the page's own h1 and h2, and skip no level, so that navigation by headings
 * has no gaps.
 */
export function headingTags(nodes: BlockNode[]): HeadingTags {
  const used = [...collect(nodes, new Set())].sort((a, b) => levels[a] - levels[b])
  return (type) => `h${3 + Math.max(0, used.indexOf(type))}`
}
