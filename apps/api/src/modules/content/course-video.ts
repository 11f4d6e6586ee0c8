import { findSections } from './page-sections.ts'
import type { BlockNode } from './render/block-node.ts'

/** Returns the blocks below each heading "Video" of a course page. */
export const courseVideoSection = (nodes: BlockNode[]): BlockNode[] =>
  findSections(nodes, (name) => name === 'video').flatMap((section) => section.nodes)
