import { z } from 'zod'
import { pathId, STORABLE_LINE } from './text.ts'

const INVALID_ORIGIN = 'An origin is a prompt of the Prompt Library or of a tutorial.'
const line = z.string({ error: INVALID_ORIGIN }).max(200, INVALID_ORIGIN).regex(STORABLE_LINE, INVALID_ORIGIN)

/** Identifies the prompt of the academy from which a prompt was saved. */
export const promptSource = z.strictObject(
  {
    kind: z.enum(['library', 'tutorial'], { error: INVALID_ORIGIN }),
    /** The id of the resource or tutorial. */
    id: pathId(INVALID_ORIGIN),
    /** The key of the prompt on its page (`splitSections`); empty if the page has only one prompt. */
    prompt: line,
  },
  { error: INVALID_ORIGIN },
)
export type PromptSource = z.infer<typeof promptSource>

/** The original of a saved prompt, with its title and hash at that time. Gives no access to the original. */
export const promptOrigin = promptSource.extend({
  /** The title of the page when the prompt was saved. */
  name: line,
  /** The hash of the texts of the original that the prompt was last compared with. */
  hash: z.string({ error: INVALID_ORIGIN }).regex(/^[\da-f]{64}$/, INVALID_ORIGIN),
})
export type PromptOrigin = z.infer<typeof promptOrigin>

/** The current original of a saved prompt. Contains its texts only if it changed and the account may read it. */
export const currentOrigin = z.object({
  /** `unavailable`: the original no longer exists, or the account may not read it. */
  state: z.enum(['same', 'changed', 'unavailable']),
  /** The session of a tutorial that the account may read; null otherwise. */
  session_id: z.string().nullable(),
  texts: z.object({ content: z.string(), code: z.string().nullable(), hash: z.string() }).nullable(),
})
export type CurrentOrigin = z.infer<typeof currentOrigin>
