import type { BlockNode } from './block-node.ts'
import { renderBlocks, renderEach } from './blocks.ts'
import type { RenderContext } from './render-context.ts'
import { sanitise } from './sanitise.ts'

/** Whether sanitised HTML shows nothing at all: no text, no picture, no player (TUT-18). */
function saysNothing(html: string): boolean {
  return !/<(?:img|iframe|video|audio)\b/.test(html) && html.replace(/<[^<>]*>/g, '').trim() === ''
}

/** A part of a page as HTML that is safe to inject, or null when there is nothing to see. */
export function renderPart(nodes: BlockNode[], ctx: RenderContext): string | null {
  const html = sanitise(renderBlocks(nodes, ctx))
  return saysNothing(html) ? null : html
}

/** The same, also block by block; a list is one block, by the type of its items. */
export function renderPartInBlocks(
  nodes: BlockNode[],
  ctx: RenderContext,
): { html: string; blocks: { type: string; content: string }[] } | null {
  const blocks = renderEach(nodes, ctx).flatMap(({ type, html }) => {
    const content = sanitise(html)
    return content === '' ? [] : [{ type, content }]
  })
  const html = blocks.map(({ content }) => content).join('')
  return saysNothing(html) ? null : { html, blocks }
}
