import { isEmptyHtml } from '@academy/contract/html-to-text'
import type { BlockNode } from './block-node.ts'
import { renderBlocks, renderEach } from './blocks.ts'
import type { RenderContext } from './render-context.ts'
import { sanitize } from './sanitize.ts'

/** Renders a part of a page as safe HTML; null when it is empty. */
export function renderPart(nodes: BlockNode[], ctx: RenderContext): string | null {
  const html = sanitize(renderBlocks(nodes, ctx))
  return isEmptyHtml(html) ? null : html
}

/** A part as a whole, and block by block; joined, the blocks are the whole. */
export type PartInBlocks = { html: string; blocks: { type: string; content: string }[] }

/** Renders a part as a whole and block by block; null when it is empty. A list is one block, with the type of its items. */
export function renderPartInBlocks(nodes: BlockNode[], ctx: RenderContext): PartInBlocks | null {
  const blocks = renderEach(nodes, ctx).flatMap(({ type, html }) => {
    const content = sanitize(html)
    return content === '' ? [] : [{ type, content }]
  })
  const html = blocks.map(({ content }) => content).join('')
  return isEmptyHtml(html) ? null : { html, blocks }
}
