import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { PROMPT_FIELDS, PROMPT_LIMITS, type PromptField, promptFields } from './prompt-fields.ts'
import { currentOrigin, promptOrigin, promptSource } from './prompt-origin.ts'
import { hasControls, pathId, requiredLine, TEXT_WITHOUT_CONTROLS, time } from './text.ts'

const c = initContract()

const counted = (max: number) => max.toLocaleString('en')

type FieldRule = (typeof PROMPT_FIELDS)[PromptField]

/** Returns a schema for each text of a prompt. */
const textSchemas = <R, O>(required: (rule: FieldRule) => R, optional: (rule: FieldRule) => O) =>
  Object.fromEntries(
    promptFields.map((field) => [field, PROMPT_FIELDS[field].optional ? optional(PROMPT_FIELDS[field]) : required(PROMPT_FIELDS[field])]),
  ) as { [F in PromptField]: (typeof PROMPT_FIELDS)[F]['optional'] extends true ? O : R }

const storable = (text: z.ZodString, { label, max }: FieldRule) =>
  text.max(max, `${label} must be at most ${counted(max)} characters.`).regex(TEXT_WITHOUT_CONTROLS, hasControls(label))

const requiredText = (rule: FieldRule) => {
  const error = `${rule.label} is required.`
  return rule.multiline ? storable(z.string({ error }).trim().min(1, error), rule) : requiredLine(rule.label, rule.max)
}

const optionalText = (rule: FieldRule) =>
  storable(z.string({ error: `${rule.label} must be text.` }), rule)
    .nullable()
    .optional()
    .transform((text) => (text?.trim() ? text : null))

const tag = requiredLine('A tag', PROMPT_LIMITS.tag)

/** The tags of a prompt, without duplicates. */
const tags = z
  .array(tag, { error: 'Tags must be a list.' })
  .max(PROMPT_LIMITS.tags, `A prompt has at most ${PROMPT_LIMITS.tags} tags.`)
  .optional()
  .transform((tags) => tags && [...new Set(tags)])
  .describe('Without duplicates. Absent to keep them.')

export const promptInput = z
  .strictObject({
    ...textSchemas(requiredText, optionalText),
    tags,
    origin: promptOrigin.nullable().optional().describe('The original that the texts were copied from; null for none, absent to keep it.'),
  })
  .meta({
    id: 'PromptInput',
    description:
      'The body of a new or changed prompt. Missing or blank optional texts become null; missing tags and a missing origin stay unchanged.',
  })
export type PromptInput = z.input<typeof promptInput>

const newPromptInput = promptInput
  .extend({
    id: z
      .uuid({ error: 'id must be a UUID.' })
      .optional()
      .describe('Chosen by the client for each new prompt: a repeated request saves one prompt.'),
  })
  .meta({ id: 'NewPromptInput', description: 'A new prompt.' })

export const userPrompt = z
  .object({
    id: z.string(),
    ...textSchemas(
      () => z.string(),
      () => z.string().nullable().optional(),
    ),
    tags: z.array(z.string()).describe('The tags in their order.'),
    favourite: z.boolean().describe('Whether the account marked it as a favourite.'),
    origin: promptOrigin.nullable().describe('The prompt of the academy from which this one was saved; null for other prompts.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().describe('Changes with every change of the prompt. `update` requires it as the version.'),
  })
  .meta({ id: 'Prompt', description: 'A prompt of the account. All texts are plain text, never HTML.' })
export type UserPrompt = z.infer<typeof userPrompt>

export const promptSummary = userPrompt
  .omit({ content: true, code: true })
  .extend({
    fields: z
      .array(z.string())
      .nullable()
      .describe(
        'The distinct names between `{{` and `}}`, in the order of the text; null for a prompt with more than 20 of them, or with more than 200 places for them.',
      ),
  })
  .meta({ id: 'PromptSummary', description: 'A prompt in the list without its long texts.' })
export type PromptSummary = z.infer<typeof promptSummary>

export const promptVersion = z
  .object({
    id: z.string(),
    ...textSchemas(
      () => z.string(),
      () => z.string().nullable().optional(),
    ),
    tags: z.array(z.string()).describe('The tags of that version.'),
    saved_at: z.iso.datetime().describe('The `updated_at` of this version.'),
  })
  .meta({ id: 'PromptVersion', description: 'A prompt before a change.' })
export type PromptVersion = z.infer<typeof promptVersion>

export const listedPromptVersion = promptVersion
  .pick({ id: true, title: true, saved_at: true })
  .meta({ id: 'ListedPromptVersion', description: 'A version in the list, without its long texts.' })
export type ListedPromptVersion = z.infer<typeof listedPromptVersion>

const pathParams = z.object({ id: pathId('Prompt not found').describe('The id of the prompt.') })
const versionParams = pathParams.extend({ versionId: pathId('Version not found').describe('The id of the version.') })
const gatedItem = { ...bearerErrors, 404: apiError }

/** All endpoints require the entitlement `my_prompts`. Prompts of other accounts are 404. */
const reading = { auth: 'bearer', scope: 'prompts:read', entitlement: 'my_prompts' } as const
const writing = { auth: 'bearer', scope: 'prompts:write', entitlement: 'my_prompts' } as const

export const prompts = c.router({
  list: {
    method: 'GET',
    path: '/api/prompts',
    summary: "The caller's prompts, newest first",
    description: 'With all of their texts. Programs that need only titles load the summaries.',
    responses: { ...bearerErrors, 200: z.array(userPrompt) },
    metadata: { ...reading, etag: true },
  },
  summaries: {
    method: 'GET',
    path: '/api/prompts/summaries',
    summary: "The caller's prompts without their long texts, newest first",
    description: 'For programs that offer the prompts as commands, or show only their titles.',
    responses: { ...bearerErrors, 200: z.array(promptSummary) },
    metadata: { ...reading, etag: true },
  },
  create: {
    method: 'POST',
    path: '/api/prompts',
    body: newPromptInput,
    summary: 'Save a new prompt',
    description: `Send an \`id\` of your own to repeat the request safely: it returns the saved prompt. 409 \`conflict\` with \`fields.id\` if another prompt has the id; without \`fields\` at the limit of the account: ${counted(PROMPT_LIMITS.prompts)} prompts, or ${counted(PROMPT_LIMITS.text)} characters in all of them.`,
    responses: { ...bearerErrors, 201: userPrompt, 409: apiError },
    metadata: writing,
  },
  copy: {
    method: 'POST',
    path: '/api/prompts/copies',
    body: promptSource,
    summary: 'Save a prompt of the Prompt Library or of a tutorial',
    description:
      'Its present texts become an own prompt, which stays when the original is changed or gone. Answers 200 with the prompt that was saved from the same original before, 201 with a new one. 403 `entitlement_required` if the account may not read the original, 409 `conflict` when the account holds as much as it may.',
    responses: { ...gatedItem, 200: userPrompt, 201: userPrompt, 409: apiError },
    // without a scope, because a token with only `prompts:write` must not read content
    metadata: { auth: 'bearer', entitlement: 'my_prompts' },
  },
  get: {
    method: 'GET',
    path: '/api/prompts/:id',
    pathParams,
    summary: "One of the caller's prompts",
    description: '404 for a prompt of another account.',
    responses: { ...gatedItem, 200: userPrompt },
    metadata: { ...reading, versioned: true },
  },
  update: {
    method: 'PUT',
    path: '/api/prompts/:id',
    pathParams,
    query: z.object({ updated_at: time.optional().describe('The `updated_at` of the version that was changed.') }),
    body: promptInput,
    summary: 'Change a prompt',
    description:
      'Send the `updated_at` of the version that was changed, so that the update overwrites no change from another tab or device: 409 `conflict` with `fields.updated_at` if it has changed since. Without it, the last one wins.',
    responses: { ...gatedItem, 200: userPrompt, 409: apiError, 412: apiError },
    metadata: { ...writing, versioned: true },
  },
  favourite: {
    method: 'PUT',
    path: '/api/prompts/:id/favourite',
    pathParams,
    body: z.strictObject({ favourite: z.boolean({ error: 'This must be true or false.' }).describe('Whether it is a favourite.') }),
    summary: 'Mark a prompt as a favourite, or remove the mark',
    description: 'Does not change `updated_at`: the prompt itself stays as it is.',
    responses: { ...gatedItem, 200: userPrompt },
    metadata: writing,
  },
  origin: {
    method: 'GET',
    path: '/api/prompts/:id/origin',
    pathParams,
    summary: 'Whether the original of a saved prompt has changed',
    description:
      'With its new texts, if the account may read the original. Send `texts.hash` in the `origin` of an update once they were taken over, or declined. 404 for a prompt without an origin.',
    responses: { ...gatedItem, 200: currentOrigin },
    metadata: { auth: 'bearer', scope: 'content:read', entitlement: 'my_prompts' },
  },
  versions: {
    method: 'GET',
    path: '/api/prompts/:id/versions',
    pathParams,
    summary: 'The earlier versions of a prompt, newest first',
    description: `At most ${PROMPT_LIMITS.versions} of each prompt, and ${counted(PROMPT_LIMITS.versionText)} characters in all versions of the account.`,
    responses: { ...gatedItem, 200: z.array(listedPromptVersion) },
    metadata: reading,
  },
  version: {
    method: 'GET',
    path: '/api/prompts/:id/versions/:versionId',
    pathParams: versionParams,
    summary: 'An earlier version of a prompt',
    description: 'Send its texts and tags to `update` to restore it as a new version.',
    responses: { ...gatedItem, 200: promptVersion },
    metadata: reading,
  },
  remove: {
    method: 'DELETE',
    path: '/api/prompts/:id',
    pathParams,
    body: c.noBody(),
    summary: 'Delete a prompt permanently',
    description: 'Its earlier versions are deleted as well.',
    responses: { ...gatedItem, 204: c.noBody(), 412: apiError },
    metadata: { ...writing, versioned: true },
  },
})
