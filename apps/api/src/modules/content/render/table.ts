import type { TableBlockObjectResponse } from '@notionhq/client'
import type { BlockNode } from './block-node.ts'
import type { RenderContext } from './render-context.ts'
import { directionOf, renderRichText } from './rich-text.ts'

/**
 * Renders a table in a box that scrolls sideways, also by keyboard, so that the page does not. The box is a group and not a region, because
 * landmarks need unique names and a page may have several tables.
 */
export function renderTable({ table }: TableBlockObjectResponse, rows: BlockNode[], ctx: RenderContext): string {
  const cells = rows.flatMap(({ block }) =>
    block.type === 'table_row' ? [block.table_row.cells.map((cell) => renderRichText(cell, ctx))] : [],
  )
  const direction = directionOf(...rows.flatMap(({ block }) => (block.type === 'table_row' ? block.table_row.cells : [])))
  const [head, ...rest] = table.has_column_header ? cells : [undefined, ...cells]
  const row = (texts: string[]): string =>
    `<tr>${texts.map((text, i) => (i === 0 && table.has_row_header ? `<th scope="row">${text}</th>` : `<td>${text}</td>`)).join('')}</tr>`
  const header = head ? `<thead><tr>${head.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead>` : ''
  return `<div class="table-box" role="group" aria-label="Table" tabindex="0"><table${direction}>${header}<tbody>${rest
    .map((texts) => row(texts ?? []))
    .join('')}</tbody></table></div>`
}
