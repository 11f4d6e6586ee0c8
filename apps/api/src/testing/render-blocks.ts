import { parseFragment } from 'parse5'
import type { BlockNode } from '../modules/content/render/block-node.ts'
import { type Highlight, highlightAll, loadHighlighter } from '../modules/content/render/highlight.ts'
import type { RenderContext } from '../modules/content/render/render-context.ts'
import { renderPart } from '../modules/content/render/render-part.ts'

/** The renderer's dependencies, by default for a page without files. */
export const renderContext = (given: Partial<RenderContext> = {}): RenderContext => ({
  siteOrigin: 'https://academy.test',
  codeOf: () => undefined,
  imageOf: () => undefined,
  videoOf: () => undefined,
  uploadOf: () => undefined,
  warn: () => {},
  ...given,
})

let highlight: Promise<Highlight> | undefined

/** Blocks as they come out for learners, code colored; '' when there is nothing to see. */
export async function renderBlocks(nodes: BlockNode[], given: Partial<RenderContext> = {}): Promise<string> {
  highlight ??= loadHighlighter()
  const code = await highlightAll(nodes, await highlight)
  return renderPart(nodes, renderContext({ codeOf: (id) => code.get(id), ...given })) ?? ''
}

type ParsedNode = { nodeName: string; value?: string; childNodes?: ParsedNode[] }
const textOf = (node: ParsedNode): string => (node.nodeName === '#text' ? (node.value ?? '') : (node.childNodes ?? []).map(textOf).join(''))

/** The text of HTML as a browser reads it. */
export const textContent = (html: string): string => textOf(parseFragment(html) as ParsedNode)
