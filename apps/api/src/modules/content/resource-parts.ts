import { cutSections, warnOfUnknownSection } from './cut-sections.ts'
import type { BlockNode } from './render/block-node.ts'
import type { RenderContext } from './render/render-context.ts'
import { renderPartInBlocks } from './render/render-part.ts'

/** A part as a whole, and block by block; joined the blocks are the whole. */
export type ResourcePart = { html: string; blocks: { type: string; content: string }[] }

/** Part by part the HTML of a resource, safe to inject; null is a part that the author left out. */
export type ResourceParts = {
  prerequisite: ResourcePart | null
  prompt: ResourcePart | null
  code_sample: ResourcePart | null
  additional_instructions: ResourcePart | null
}

const sectionNames = ['prerequisite', 'prompt', 'code sample', 'additional instructions'] as const

/** Renders the page of a resource. */
export function renderResource(nodes: BlockNode[], ctx: RenderContext): ResourceParts {
  const sections = cutSections(nodes, sectionNames, 'prompt', warnOfUnknownSection(sectionNames, ctx))
  const parts: ResourceParts = {
    prerequisite: renderPartInBlocks(sections.prerequisite, ctx),
    prompt: renderPartInBlocks(sections.prompt, ctx),
    code_sample: renderPartInBlocks(sections['code sample'], ctx),
    additional_instructions: renderPartInBlocks(sections['additional instructions'], ctx),
  }
  if (!parts.prompt) ctx.warn('prompt_missing', 'There is nothing below a heading “Prompt”.')
  return parts
}
