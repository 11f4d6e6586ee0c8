import { headingText, sectionName } from './cut-sections.ts'
import type { BlockNode } from './render/block-node.ts'

/** The blocks below a heading, up to the next heading of the same or a higher level. */
export type PageSection = { heading: string; nodes: BlockNode[] }

/** Returns 1 to 4 for a heading, undefined for other blocks. */
const headingLevel = ({ block }: BlockNode): number | undefined => Number(/^heading_(\d)$/.exec(block.type)?.[1]) || undefined

/** Returns the sections whose name passes, of a page that otherwise holds the author's notes and is never published. */
export function findSections(nodes: BlockNode[], isNamed: (name: string) => boolean): PageSection[] {
  const sections: PageSection[] = []
  let openLevel: number | undefined
  for (const node of nodes) {
    const level = headingLevel(node)
    const heading = headingText(node) ?? ''
    if (level && isNamed(sectionName(heading))) {
      openLevel = level
      // A toggle heading contains the beginning of its section.
      sections.push({ heading, nodes: [...node.children] })
    } else {
      if (level && openLevel && level <= openLevel) openLevel = undefined
      if (openLevel) sections.at(-1)?.nodes.push(node)
    }
  }
  return sections
}
