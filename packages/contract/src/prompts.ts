import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { PROMPT_FIELDS, PROMPT_LIMITS, type PromptField, promptFields } from './prompt-fields.ts'
import { pathId, STORABLE_LINE, STORABLE_TEXT } from './text.ts'

const c = initContract()

const counted = (max: number) => max.toLocaleString('en')

type FieldRule = (typeof PROMPT_FIELDS)[PromptField]

/** Returns a schema for each text of a prompt. */
const textSchemas = <R, O>(required: (rule: FieldRule) => R, optional: (rule: FieldRule) => O) =>
  Object.fromEntries(
    promptFields.map((field) => [field, PROMPT_FIELDS[field].optional ? optional(PROMPT_FIELDS[field]) : required(PROMPT_FIELDS[field])]),
  ) as { [F in PromptField]: (typeof PROMPT_FIELDS)[F]['optional'] extends true ? O : R }

const storable = (text: z.ZodString, { label, max, multiline }: FieldRule) =>
  text
    .max(max, `${label} must be at most ${counted(max)} characters.`)
    .regex(multiline ? STORABLE_TEXT : STORABLE_LINE, `${label} contains characters that cannot be stored.`)

const requiredText = (rule: FieldRule) => {
  const error = `${rule.label} is required.`
  return storable(z.string({ error }).trim().min(1, error), rule)
}

const optionalText = (rule: FieldRule) =>
  storable(z.string({ error: `${rule.label} must be text.` }), rule)
    .nullable()
    .optional()
    .transform((text) => (text?.trim() ? text : null))

/** The body of a new or changed prompt (D-62). Optional texts may be left out; blank ones become null. */
export const promptInput = z.strictObject(textSchemas(requiredText, optionalText))
export type PromptInput = z.input<typeof promptInput>

const NO_TIME = 'This must be a time in UTC, such as 2026-01-31T12:00:00.000Z.'
const moment = z.iso.datetime({ error: NO_TIME })
/** The calendar of Postgres has no year 0. */
const version = moment.refine((text) => !text.startsWith('0000'), NO_TIME)

/** A prompt that the account owns. All of it is plain text and never HTML (D-67). */
export const userPrompt = z.object({
  id: z.string(),
  ...textSchemas(
    () => z.string(),
    () => z.string().nullable().optional(),
  ),
  created_at: moment,
  /** Changes with every change of the prompt: the version that `update` asks for. */
  updated_at: moment,
})
export type UserPrompt = z.infer<typeof userPrompt>

const pathParams = z.object({ id: pathId('Prompt not found') })
const gated = { ...bearerErrors, 403: apiError }
const gatedItem = { ...gated, 404: apiError }

/** Everything here needs the entitlement `my_prompts` and sees the own rows alone: what belongs to others is 404 (D-61). */
const metadata = { auth: 'bearer', entitlement: 'my_prompts' } as const

export const prompts = c.router(
  {
    list: {
      method: 'GET',
      path: '/api/prompts',
      summary: 'The own prompts, newest first',
      responses: { ...gated, 200: z.array(userPrompt) },
      metadata,
    },
    create: {
      method: 'POST',
      path: '/api/prompts',
      body: promptInput,
      summary: 'Keep a new prompt',
      description: `409 \`conflict\` when the account holds as much as it may: ${counted(PROMPT_LIMITS.prompts)} prompts, or ${counted(PROMPT_LIMITS.text)} characters in all of them.`,
      responses: { ...gated, 201: userPrompt, 409: apiError },
      metadata,
    },
    get: {
      method: 'GET',
      path: '/api/prompts/:id',
      pathParams,
      summary: 'One of the own prompts',
      responses: { ...gatedItem, 200: userPrompt },
      metadata,
    },
    update: {
      method: 'PUT',
      path: '/api/prompts/:id',
      pathParams,
      query: z.object({ updated_at: version.optional() }),
      body: promptInput,
      summary: 'Change a prompt',
      description:
        'Send the `updated_at` of the version that was changed, so that the update overwrites no change from another tab or device: 409 `conflict` with `fields.updated_at` if it has changed since. Without it, the last one wins.',
      responses: { ...gatedItem, 200: userPrompt, 409: apiError },
      metadata,
    },
    remove: {
      method: 'DELETE',
      path: '/api/prompts/:id',
      pathParams,
      body: c.noBody(),
      summary: 'Delete a prompt, for good',
      responses: { ...gatedItem, 204: c.noBody() },
      metadata,
    },
  },
  { strictStatusCodes: true },
)
