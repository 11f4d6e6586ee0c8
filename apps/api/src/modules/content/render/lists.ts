import type { RichTextItemResponse } from '@notionhq/client'
import type { BlockNode } from './block-node.ts'
import { classAttribute, colorClass, directionOf } from './rich-text.ts'

const itemTypes = ['bulleted_list_item', 'numbered_list_item', 'to_do'] as const
type ItemType = (typeof itemTypes)[number]
type ItemNode = BlockNode & { block: Extract<BlockNode['block'], { type: ItemType }> }

/** A single block, or the items of one list: Notion has no list block, only adjacent items. */
export type Group = { kind: 'block'; node: BlockNode } | { kind: 'list'; type: ItemType; items: ItemNode[] }

const isItem = (node: BlockNode): node is ItemNode => itemTypes.some((type) => type === node.block.type)

/** Groups adjacent items into lists. */
export function groupLists(nodes: BlockNode[]): Group[] {
  const groups: Group[] = []
  for (const node of nodes) {
    const last = groups.at(-1)
    if (!isItem(node)) groups.push({ kind: 'block', node })
    else if (last?.kind === 'list' && last.type === node.block.type) last.items.push(node)
    else groups.push({ kind: 'list', type: node.block.type, items: [node] })
  }
  return groups
}

const numbering = { numbers: '', letters: ' type="a"', roman: ' type="i"' }

function bodyOf({ block }: ItemNode): { rich_text: RichTextItemResponse[]; color: string } {
  switch (block.type) {
    case 'to_do':
      return block.to_do
    case 'bulleted_list_item':
      return block.bulleted_list_item
    case 'numbered_list_item':
      return block.numbered_list_item
  }
}

export const itemText = (item: ItemNode): RichTextItemResponse[] => bodyOf(item).rich_text

function openTag(type: ItemType, items: ItemNode[]): string {
  const [first] = items
  const direction = directionOf(...items.map(itemText))
  if (type === 'bulleted_list_item') return `<ul${direction}>`
  if (type === 'to_do') return `<ul class="to-do"${direction}>`
  const numbered = first?.block.type === 'numbered_list_item' ? first.block.numbered_list_item : undefined
  const start = numbered?.list_start_index
  const from = start !== undefined && Number.isInteger(start) && start !== 1 ? ` start="${start}"` : ''
  return `<ol${from}${numbering[numbered?.list_format ?? 'numbers'] ?? ''}${direction}>`
}

/** Renders a list with `text` (the line of an item) and `below` (its nested blocks). */
export function renderList(
  { type, items }: Extract<Group, { kind: 'list' }>,
  text: (item: ItemNode) => string,
  below: (item: ItemNode) => string,
): string {
  const rows = items.map((item) => {
    const { block } = item
    const checked = block.type === 'to_do' && block.to_do.checked ? ' checked' : ''
    const line = block.type === 'to_do' ? `<label><input type="checkbox" disabled${checked}> ${text(item)}</label>` : text(item)
    return `<li${classAttribute(colorClass(bodyOf(item).color))}>${line}${below(item)}</li>`
  })
  return `${openTag(type, items)}${rows.join('')}</${type === 'numbered_list_item' ? 'ol' : 'ul'}>`
}
