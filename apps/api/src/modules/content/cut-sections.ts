import type { BlockNode } from './render/block-node.ts'
import { plainText } from './render/rich-text.ts'

/** The parts of a tutorial page, named by their headings (level 2) whatever the case. */
export const sectionNames = ['description', 'tools', 'video', 'prompt', 'code sample', 'pro tips', 'transition'] as const
export type SectionName = (typeof sectionNames)[number]
export type Sections = Record<SectionName, BlockNode[]>

/** "Code-Sample:" is "code sample". */
const sectionOf = (heading: string): SectionName | undefined => {
  const name = heading
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .replace(/[:.]\s*$/, '')
    .trim()
  return sectionNames.find((known) => known === name)
}

/**
 * Cuts a page at its section headings. What stands before the first one belongs to the description; a heading that names no section
 * stays inside the one it stands in, and is reported: it may be a misspelt one. A section that comes twice is continued.
 */
export function cutSections(nodes: BlockNode[], unknownHeading: (heading: string, blockId: string) => void): Sections {
  const sections: Sections = { description: [], tools: [], video: [], prompt: [], 'code sample': [], 'pro tips': [], transition: [] }
  let current: SectionName = 'description'
  for (const node of nodes) {
    const { block, children } = node
    if (block.type !== 'heading_2') {
      sections[current].push(node)
      continue
    }
    const heading = plainText(block.heading_2.rich_text)
    const section = sectionOf(heading)
    if (section) {
      current = section
      // A heading that folds holds the beginning of its section.
      sections[current].push(...children)
    } else if (heading.trim()) {
      unknownHeading(heading, block.id)
      sections[current].push(node)
    }
  }
  return sections
}
