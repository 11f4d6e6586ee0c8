import type { ResourceParts } from '../mirror/stored-parts.ts'
import type { BlockNode } from '../render/block-node.ts'
import type { RenderContext } from '../render/render-context.ts'
import { renderPartInBlocks } from '../render/render-part.ts'
import { cutSections } from './page-sections.ts'
import { warnOfFields } from './prompt-warnings.ts'

const sectionNames = ['prerequisite', 'prompt', 'code sample', 'additional instructions'] as const

/** Renders the page of a resource. */
export function renderResource(nodes: BlockNode[], ctx: RenderContext): ResourceParts {
  const sections = cutSections(nodes, sectionNames, 'prompt', ctx)
  const parts: ResourceParts = {
    prerequisite: renderPartInBlocks(sections.prerequisite, ctx),
    prompt: renderPartInBlocks(sections.prompt, ctx),
    code_sample: renderPartInBlocks(sections['code sample'], ctx),
    additional_instructions: renderPartInBlocks(sections['additional instructions'], ctx),
  }
  warnOfFields(sections.prompt, ctx)
  if (!parts.prompt) ctx.warn('prompt_missing', 'There is nothing below a heading “Prompt”.')
  return parts
}
