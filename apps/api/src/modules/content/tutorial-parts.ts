import type { RichTextItemResponse } from '@notionhq/client'
import { cutSections } from './page-sections.ts'
import type { BlockNode } from './render/block-node.ts'
import { headingOf } from './render/headings.ts'
import type { RenderContext } from './render/render-context.ts'
import { renderPart } from './render/render-part.ts'
import { plainText, renderRichText } from './render/rich-text.ts'
import { sanitize } from './render/sanitize.ts'
import { renderVideoPart } from './video-part.ts'

/** The sanitized HTML of each part of a tutorial; null for a part that the author left out. */
export type TutorialParts = {
  description: string | null
  tools: string | null
  video: string | null
  prompt: string | null
  code_sample: string | null
  transition: string | null
  tips: { parent_html: string; children_html: string }[]
}

/** The parts of a tutorial page, named by their headings. */
const sectionNames = ['description', 'tools', 'video', 'prompt', 'code sample', 'pro tips', 'transition'] as const

/** Returns the visible line of a toggle; undefined for other blocks. */
function toggleLine(node: BlockNode): RichTextItemResponse[] | undefined {
  if (node.block.type === 'toggle') return node.block.toggle.rich_text
  const heading = headingOf(node)
  return heading?.is_toggleable ? heading.rich_text : undefined
}

function renderTips(nodes: BlockNode[], ctx: RenderContext): TutorialParts['tips'] {
  return nodes.flatMap((node) => {
    const line = toggleLine(node)
    const content = renderPart(line ? node.children : [node], ctx)
    if (line && plainText(line).trim() !== '') return [{ parent_html: sanitize(renderRichText(line, ctx)), children_html: content ?? '' }]
    if (content !== null) {
      const [rule, message] = line
        ? ['tip_without_name', 'A toggle under “Pro tips” has an empty first line: it is left out. Write the tip there.']
        : ['tip_outside_toggle', 'Under “Pro tips” only toggles are shown: this block is left out. Make it a toggle.']
      ctx.warn(rule, message, node.block.id)
    }
    return []
  })
}

/** Renders a tutorial's page. `video` is its Video property. */
export function renderTutorial(nodes: BlockNode[], video: string | null, ctx: RenderContext): TutorialParts {
  const sections = cutSections(nodes, sectionNames, 'description', ctx)
  return {
    description: renderPart(sections.description, ctx),
    tools: renderPart(sections.tools, ctx),
    video: renderVideoPart(video, sections.video, ctx),
    prompt: renderPart(sections.prompt, ctx),
    code_sample: renderPart(sections['code sample'], ctx),
    transition: renderPart(sections.transition, ctx),
    tips: renderTips(sections['pro tips'], ctx),
  }
}
