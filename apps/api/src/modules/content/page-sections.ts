import { sectionName } from './cut-sections.ts'
import type { BlockNode } from './render/block-node.ts'
import { headingOf } from './render/headings.ts'
import { plainText } from './render/rich-text.ts'

/** The blocks below a heading, up to the next heading of the same or a higher level. */
export type PageSection = { heading: string; nodes: BlockNode[] }

/** Returns the sections of a page whose name matches. The rest of the page is for notes of the author, and never published. */
export function findSections(nodes: BlockNode[], isNamed: (name: string) => boolean): PageSection[] {
  const sections: PageSection[] = []
  let openLevel: number | undefined
  for (const node of nodes) {
    const { level, rich_text = [] } = headingOf(node) ?? {}
    const heading = plainText(rich_text)
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
