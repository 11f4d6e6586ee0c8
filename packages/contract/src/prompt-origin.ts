import { z } from 'zod'
import { pathId, STORABLE_LINE } from './text.ts'

const INVALID_ORIGIN = 'An origin is a prompt of the Prompt Library or of a tutorial.'
const line = z.string({ error: INVALID_ORIGIN }).max(200, INVALID_ORIGIN).regex(STORABLE_LINE, INVALID_ORIGIN)

export const promptSource = z
  .strictObject(
    {
      kind: z.enum(['library', 'tutorial'], { error: INVALID_ORIGIN }).describe('Where the prompt stands.'),
      id: pathId(INVALID_ORIGIN).describe('The id of the resource or tutorial.'),
      prompt: line.describe('The key of the prompt on its page (`splitSections`); empty if the page has only one prompt.'),
    },
    { error: INVALID_ORIGIN },
  )
  .meta({ id: 'PromptSource', description: 'Identifies the prompt of the academy from which a prompt was saved.' })
export type PromptSource = z.infer<typeof promptSource>

export const promptOrigin = promptSource
  .extend({
    name: line.describe('The title of the page when the prompt was saved.'),
    hash: z
      .string({ error: INVALID_ORIGIN })
      .regex(/^[\da-f]{64}$/, INVALID_ORIGIN)
      .describe('The hash of the texts of the original that the prompt was last compared with.'),
  })
  .meta({
    id: 'PromptOrigin',
    description: 'The original of a saved prompt, with its title and hash at that time. Gives no access to the original.',
  })
export type PromptOrigin = z.infer<typeof promptOrigin>

export const currentOrigin = z
  .object({
    state: z
      .enum(['same', 'changed', 'unavailable'])
      .describe('`unavailable`: the original no longer exists, or the account may not read it.'),
    session_id: z.string().nullable().describe('The session of a tutorial that the account may read; null otherwise.'),
    course_id: z.string().nullable().describe('Its course; null where the session is.'),
    texts: z
      .object({
        content: z.string().describe('The text of the prompt.'),
        code: z.string().nullable().describe('The code example; null without one.'),
        hash: z.string().describe('The hash of these texts, for `origin.hash`.'),
      })
      .nullable()
      .describe('The new texts; null unless `changed`.'),
  })
  .meta({
    id: 'CurrentOrigin',
    description: 'The current original of a saved prompt. Contains its texts only if it changed and the account may read it.',
  })
export type CurrentOrigin = z.infer<typeof currentOrigin>
