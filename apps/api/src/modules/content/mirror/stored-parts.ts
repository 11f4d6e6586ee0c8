import { type HtmlPart, htmlParts } from '@academy/contract/tutorial-parts'
import { z } from 'zod'
import type { PartInBlocks } from '../render/render-part.ts'

// The parts of a page as the mirror stores them. A part that was added after a page was read is empty until a sync reads the page again. Apart
// from the renderers, because the process that renders starts faster without Zod.

const html = z.string().nullable().default(null)

/** The sanitized HTML of each part of a tutorial; null for a part that the author left out. */
export const storedTutorial = z.object({
  ...(Object.fromEntries(htmlParts.map((part) => [part, html])) as Record<HtmlPart, typeof html>),
  tips: z.array(z.object({ parent_html: z.string(), children_html: z.string() })).default([]),
})
export type TutorialParts = z.infer<typeof storedTutorial>

const partInBlocks: z.ZodType<PartInBlocks> = z.object({
  html: z.string(),
  blocks: z.array(z.object({ type: z.string(), content: z.string() })),
})
const blocks = partInBlocks.nullable().default(null)

/** Part by part the HTML of a resource, safe to inject; null is a part that the author left out. */
export const storedResource = z.object({ prerequisite: blocks, prompt: blocks, code_sample: blocks, additional_instructions: blocks })
export type ResourceParts = z.infer<typeof storedResource>
