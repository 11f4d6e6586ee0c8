import { cutSections, warnOfUnknownSection } from './cut-sections.ts'
import type { BlockNode } from './render/block-node.ts'
import type { RenderContext } from './render/render-context.ts'
import { renderPart } from './render/render-part.ts'
import { renderRichText } from './render/rich-text.ts'
import { sanitise } from './render/sanitise.ts'
import { renderVideoPart } from './video-part.ts'

/** Part by part the HTML of a tutorial, safe to inject; null is a part that the author left out. */
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

/** The line that folds and what is folded under it; undefined for blocks that do not fold. */
function foldOf({ block, children }: BlockNode, ctx: RenderContext): { line: string; children: BlockNode[] } | undefined {
  switch (block.type) {
    case 'toggle':
      return { line: renderRichText(block.toggle.rich_text, ctx), children }
    case 'heading_1':
      return block.heading_1.is_toggleable ? { line: renderRichText(block.heading_1.rich_text, ctx), children } : undefined
    case 'heading_3':
      return block.heading_3.is_toggleable ? { line: renderRichText(block.heading_3.rich_text, ctx), children } : undefined
    case 'heading_4':
      return block.heading_4.is_toggleable ? { line: renderRichText(block.heading_4.rich_text, ctx), children } : undefined
    default:
      return undefined
  }
}

function renderTips(nodes: BlockNode[], ctx: RenderContext): TutorialParts['tips'] {
  return nodes.flatMap((node) => {
    const fold = foldOf(node, ctx)
    if (fold) return [{ parent_html: sanitise(fold.line), children_html: renderPart(fold.children, ctx) ?? '' }]
    if (renderPart([node], ctx) !== null) {
      ctx.warn('tip_outside_toggle', 'Under “Pro tips” only toggles are shown: this block is left out. Make it a toggle.', node.block.id)
    }
    return []
  })
}

/** Renders a tutorial's page. `video` is its Video property. */
export function renderTutorial(nodes: BlockNode[], video: string | null, ctx: RenderContext): TutorialParts {
  const sections = cutSections(nodes, sectionNames, 'description', warnOfUnknownSection(sectionNames, ctx))
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
