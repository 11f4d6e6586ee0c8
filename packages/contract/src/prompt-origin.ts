import { z } from 'zod'
import { pathId, STORABLE_LINE } from './text.ts'

const NO_ORIGIN = 'An origin is a prompt of the Prompt Library or of a tutorial.'
const line = z.string({ error: NO_ORIGIN }).max(200, NO_ORIGIN).regex(STORABLE_LINE, NO_ORIGIN)

/** Which prompt of the academy a prompt was saved from. */
export const promptSource = z.strictObject({
  kind: z.enum(['library', 'tutorial'], { error: NO_ORIGIN }),
  /** Of the resource or the tutorial. */
  id: pathId(NO_ORIGIN),
  /** The key of the prompt on its page (`splitSections`); empty where a page has one prompt. */
  prompt: line,
})
export type PromptSource = z.infer<typeof promptSource>

/** Where a prompt was saved from, and what was there then. It gives no access to the original. */
export const promptOrigin = promptSource.extend({
  /** The title of the page then. */
  name: line,
  /** The hash of the texts of the original that the prompt was last compared with. */
  hash: z.string({ error: NO_ORIGIN }).regex(/^[\da-f]{64}$/, NO_ORIGIN),
})
export type PromptOrigin = z.infer<typeof promptOrigin>

/** The original of a saved prompt as it is now. Its texts are there only if it changed and the account may read it. */
export const presentOrigin = z.object({
  /** `unavailable`: it is gone, or the account may not read it. */
  state: z.enum(['same', 'changed', 'unavailable']),
  /** The session of a tutorial that the account may read; null otherwise. */
  session_id: z.string().nullable(),
  texts: z.object({ content: z.string(), code: z.string().nullable(), hash: z.string() }).nullable(),
})
export type PresentOrigin = z.infer<typeof presentOrigin>
