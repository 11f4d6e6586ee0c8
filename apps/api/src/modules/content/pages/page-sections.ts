import type { BlockNode } from '../render/block-node.ts'
import { headingOf } from '../render/headings.ts'
import type { RenderContext } from '../render/render-context.ts'
import { plainText } from '../render/rich-text.ts'

/** Returns the letters and digits of a heading alone: "🧰 Code-Sample:" is "code sample". */
export const sectionName = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type IsSectionName = (name: string) => boolean

const headingText = (node: BlockNode): string => plainText(headingOf(node)?.rich_text ?? [])

/** Returns the blocks of a page, with the content of synced blocks in their place, and that of columns in which a heading names a section. */
const topLevel = (nodes: BlockNode[], isNamed: IsSectionName): BlockNode[] =>
  nodes.flatMap((node) => {
    const { block, children } = node
    if (block.type === 'synced_block' && children.length > 0) return topLevel(children, isNamed)
    if (block.type !== 'column_list') return [node]
    const inColumns = children.flatMap((column) => topLevel(column.children, isNamed))
    return inColumns.some((inner) => isNamed(sectionName(headingText(inner)))) ? inColumns : [node]
  })

/** The blocks below a heading, up to the next heading of the same or a higher level. */
type PageSection = { heading: string; nodes: BlockNode[] }

/** Returns the sections of a page whose name matches. The rest of the page is for notes of the author, and never published. */
export function findSections(nodes: BlockNode[], isNamed: IsSectionName): PageSection[] {
  const sections: PageSection[] = []
  let openLevel: number | undefined
  for (const node of topLevel(nodes, isNamed)) {
    const level = headingOf(node)?.level
    const heading = headingText(node)
    // A heading below that of the section is content, whatever its name.
    const isOutside = level !== undefined && level <= (openLevel ?? level)
    if (isOutside && isNamed(sectionName(heading))) {
      openLevel = level
      // A toggle heading contains the beginning of its section.
      sections.push({ heading, nodes: [...node.children] })
    } else {
      if (isOutside) openLevel = undefined
      if (openLevel) sections.at(-1)?.nodes.push(node)
    }
  }
  return sections
}

/** Warns of a heading that may be a misspelled name of a section. Headings below level 2 are taken for headings within one. */
function warnOfUnknownSection(heading: string, { id, type }: BlockNode['block'], names: readonly string[], { warn }: RenderContext): void {
  if (type !== 'heading_1' && type !== 'heading_2') return
  const sectionNames = names.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`).join(', ')
  warn(
    'unknown_section',
    `The heading “${heading.slice(0, 80)}” names no section: it is shown inside the one above it. The sections are ${sectionNames}.`,
    id,
  )
}

/**
 * Splits a page at the headings that name its sections, whatever their level, case, punctuation and emoji. Blocks before the first one
 * belong to the section `first`. Other headings stay inside their section. A repeated section continues the first one.
 */
export function cutSections<Name extends string>(
  nodes: BlockNode[],
  names: readonly Name[],
  first: NoInfer<Name>,
  ctx: RenderContext,
): Record<Name, BlockNode[]> {
  const sections = Object.fromEntries(names.map((name) => [name, [] as BlockNode[]])) as Record<Name, BlockNode[]>
  let current: Name = first
  const sectionNamed = (name: string) => names.find((known) => known === name)
  for (const node of topLevel(nodes, (name) => sectionNamed(name) !== undefined)) {
    const heading = headingText(node)
    const section = sectionNamed(sectionName(heading))
    if (section) {
      current = section
      // A toggle heading contains the beginning of its section.
      sections[current].push(...node.children)
      continue
    }
    if (heading.trim()) warnOfUnknownSection(heading, node.block, names, ctx)
    sections[current].push(node)
  }
  return sections
}
