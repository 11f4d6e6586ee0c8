import { type HtmlPart, TUTORIAL_PARTS, writtenParts } from '@academy/contract/tutorial-parts'
import { tutorialSteps } from '@academy/contract/tutorial-steps'
import type { RichTextItemResponse } from '@notionhq/client'
import { partFields } from '../mirror/part-fields.ts'
import type { TutorialParts } from '../mirror/stored-parts.ts'
import type { BlockNode } from '../render/block-node.ts'
import { headingOf } from '../render/headings.ts'
import type { RenderContext } from '../render/render-context.ts'
import { renderPart } from '../render/render-part.ts'
import { plainText, renderRichText } from '../render/rich-text.ts'
import { sanitize } from '../render/sanitize.ts'
import { cutSections, sectionName } from './page-sections.ts'
import { warnOfFields } from './prompt-warnings.ts'
import { renderVideoPart } from './video-part.ts'

/** Returns the name of the section of a page that becomes the part. */
const sectionOf = (part: HtmlPart | 'tips'): string => sectionName(TUTORIAL_PARTS[part].heading)

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
  const sections = cutSections(nodes, writtenParts.map(sectionOf), sectionOf('description'), ctx)
  const render = (part: HtmlPart | 'tips') => {
    const blocks = sections[sectionOf(part)] ?? []
    if (part === 'tips') return renderTips(blocks, ctx)
    return part === 'video' ? renderVideoPart(video, blocks, ctx) : renderPart(blocks, ctx)
  }
  const parts = Object.fromEntries(writtenParts.map((part) => [part, render(part)])) as TutorialParts
  warnOfFields(sections[sectionOf('prompt')] ?? [], ctx)
  for (const row of tutorialSteps({ ...partFields(parts, null), diagram_size: null, diagram_description: null }).unknownRows)
    ctx.warn('step_not_found', `The table “Step / You should see” names “${row}”, which is no heading and no number of a step.`)
  return parts
}
