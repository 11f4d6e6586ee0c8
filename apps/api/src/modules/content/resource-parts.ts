import { cutSections } from './page-sections.ts'
import type { BlockNode } from './render/block-node.ts'
import type { RenderContext } from './render/render-context.ts'
import { type PartInBlocks, renderPartInBlocks } from './render/render-part.ts'

/** Part by part the HTML of a resource, safe to inject; null is a part that the author left out. */
export type ResourceParts = {
  prerequisite: PartInBlocks | null
  prompt: PartInBlocks | null
  code_sample: PartInBlocks | null
  additional_instructions: PartInBlocks | null
}

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
  if (!parts.prompt) ctx.warn('prompt_missing', 'There is nothing below a heading “Prompt”.')
  return parts
}
