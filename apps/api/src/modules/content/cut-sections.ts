import type { BlockNode } from './render/block-node.ts'
import { headingOf } from './render/headings.ts'
import type { RenderContext } from './render/render-context.ts'
import { plainText } from './render/rich-text.ts'

export type Sections<Name extends string> = Record<Name, BlockNode[]>

/** Returns the letters and digits of a heading alone: "🧰 Code-Sample:" is "code sample". */
export const sectionName = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Splits a page at the headings that name its sections, whatever their level, case, punctuation and emoji. Blocks before the first one
 * belong to the section `first`. Other headings stay inside their section and are passed to `unknownHeading`, because they may be misspelt.
 * A repeated section continues the first one.
 */
export function cutSections<Name extends string>(
  nodes: BlockNode[],
  names: readonly Name[],
  first: NoInfer<Name>,
  unknownHeading: (heading: string, block: BlockNode['block']) => void,
): Sections<Name> {
  const sections = Object.fromEntries(names.map((name) => [name, [] as BlockNode[]])) as Sections<Name>
  let current: Name = first
  for (const node of nodes) {
    const heading = plainText(headingOf(node)?.rich_text ?? [])
    const section = names.find((name) => name === sectionName(heading))
    if (section) {
      current = section
      // A toggle heading contains the beginning of its section.
      sections[current].push(...node.children)
      continue
    }
    if (heading.trim()) unknownHeading(heading, node.block)
    sections[current].push(node)
  }
  return sections
}

/** Warns of a heading that may be a misspelt name of a section. Headings below level 2 are taken for headings within one. */
export const warnOfUnknownSection =
  (names: readonly string[], { warn }: Pick<RenderContext, 'warn'>) =>
  (heading: string, { id, type }: BlockNode['block']): void => {
    if (type !== 'heading_1' && type !== 'heading_2') return
    const sectionNames = names.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`).join(', ')
    warn(
      'unknown_section',
      `The heading “${heading.slice(0, 80)}” names no section: it is shown inside the one above it. The sections are ${sectionNames}.`,
      id,
    )
  }
