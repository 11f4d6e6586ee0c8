import type { BlockNode } from './render/block-node.ts'
import { plainText } from './render/rich-text.ts'

export type Sections<Name extends string> = Record<Name, BlockNode[]>

/** "Code-Sample:" is "code sample". */
const nameOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .replace(/[:.]\s*$/, '')
    .trim()

/**
 * Cuts a page at the headings (level 2, whatever the case) that name its sections. What stands before the first one belongs to the
 * section `first`; a heading that names no section stays inside the one it stands in, and is reported: it may be a misspelt one. A
 * section that comes twice is continued.
 */
export function cutSections<Name extends string>(
  nodes: BlockNode[],
  names: readonly Name[],
  first: NoInfer<Name>,
  unknownHeading: (heading: string, blockId: string) => void,
): Sections<Name> {
  const sections = Object.fromEntries(names.map((name) => [name, [] as BlockNode[]])) as Sections<Name>
  let current: Name = first
  for (const node of nodes) {
    const { block, children } = node
    if (block.type !== 'heading_2') {
      sections[current].push(node)
      continue
    }
    const heading = plainText(block.heading_2.rich_text)
    const section = names.find((name) => name === nameOf(heading))
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
