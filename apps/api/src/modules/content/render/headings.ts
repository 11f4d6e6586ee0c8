import type { RichTextItemResponse } from '@notionhq/client'
import { type BlockNode, withDescendants } from './block-node.ts'

export type Heading = { level: number; rich_text: RichTextItemResponse[]; color: string; is_toggleable: boolean }

/** Returns a heading with its level, 1 to 4; undefined for other blocks. */
export function headingOf({ block }: BlockNode): Heading | undefined {
  switch (block.type) {
    case 'heading_1':
      return { level: 1, ...block.heading_1 }
    case 'heading_2':
      return { level: 2, ...block.heading_2 }
    case 'heading_3':
      return { level: 3, ...block.heading_3 }
    case 'heading_4':
      return { level: 4, ...block.heading_4 }
    default:
      return undefined
  }
}

/** Returns the tag of a heading level within a part. */
export type HeadingTags = (level: number) => string

/**
 * Assigns tags to the headings of a part. They start at h3, below the page's own h1 and h2, and skip no level, so that navigation by headings
 * has no gaps.
 */
export function headingTags(nodes: BlockNode[]): HeadingTags {
  const levels = [...new Set(withDescendants(nodes).flatMap((node) => headingOf(node)?.level ?? []))].sort()
  return (level) => `h${3 + Math.max(0, levels.indexOf(level))}`
}
