import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, ok } from './api-error.ts'
import { html, pathId, richText } from './text.ts'

const c = initContract()

const relatedInProperties = z.object({ id: z.string(), name: z.string(), description: z.string(), tags: z.array(z.string()) })

/** A resource of the Prompt Library, in the shape of a Notion page (LIB-10). `Premium` is only shown; it restricts nothing (LIB-13). */
const libraryItem = z.object({
  id: z.string(),
  properties: z.object({
    Name: z.object({ title: richText }),
    Description: z.object({ rich_text: richText }),
    Tag: z.object({ multi_select: z.array(z.object({ name: z.string() })) }),
    Premium: z.object({ checkbox: z.boolean() }),
    Content: z.object({ rich_text: richText }),
    CodeSample: z.object({ rich_text: richText }),
  }),
  /** The tool with which its author last tried it, and the day; null if the author never tried it. */
  tried: z.object({ with: z.string(), on: z.iso.date() }).nullable(),
})
export type LibraryItem = z.infer<typeof libraryItem>

const libraryItemWithRelated = libraryItem.extend({ enhancedData: z.array(relatedInProperties) })

/** A block of a part. `type` is Notion's; `content` is sanitized HTML. The blocks of a part together are its `html`. */
const block = z.object({ type: z.string(), content: z.string() })
const part = z.object({ html: z.string(), blocks: z.array(block) })

/** All parts of a resource; missing parts are null (LIB-20). */
const resourceContent = z.object({
  prerequisite: part.nullable(),
  prompt: part.nullable(),
  code_sample: part.nullable(),
  additional_instructions: part.nullable(),
})
export type ResourceContent = z.infer<typeof resourceContent>

/** A related resource; a resource has at most three (LIB-17). */
const relatedResource = z.object({ id: z.string(), title: z.string(), description: z.string(), categories: z.array(z.string()) })
export type RelatedResource = z.infer<typeof relatedResource>

/** A prompt of the library, without its text. `fields` are the distinct names between `{{` and `}}`, in the order of the text. */
const libraryPrompt = z.object({ id: z.string(), title: z.string(), description: z.string(), fields: z.array(z.string()) })

/** A vote on whether a prompt worked; null removes it. `text_hash` is that of the text that the user saw, by default of the current one. */
const newPromptVote = z.strictObject({
  worked: z.boolean({ error: 'This must be true, false or null.' }).nullable(),
  text_hash: z.string({ error: 'This must be the text_hash of the prompt.' }).optional(),
})
export type NewPromptVote = z.infer<typeof newPromptVote>

/** The account's vote on whether the current text of a prompt works; null without a vote. `text_hash` is that of the current text. */
const promptVote = newPromptVote.extend({ text_hash: z.string() })

/** A prompt that its author should try again, because of votes against its current text, or because the last trial was long ago. */
const resourceToCheck = z.object({
  id: z.string(),
  title: z.string(),
  /** The URL of its page in Notion. */
  url: z.string(),
  reason: z.enum(['complaints', 'unchecked']),
  tried_with: z.string().nullable(),
  tried_on: z.iso.date().nullable(),
  /** When it was first published. Edits keep it. */
  published_at: z.iso.datetime(),
  /** Votes on its current text. */
  worked: z.number(),
  did_not: z.number(),
})
export type ResourceToCheck = z.infer<typeof resourceToCheck>

const pathParams = z.object({ id: pathId('Resource not found') })
const gatedItem = { ...bearerErrors, 404: apiError }
/** All endpoints require the entitlement `resources`, including the list (D-53). */
const metadata = { auth: 'bearer', scope: 'content:read', entitlement: 'resources' } as const

/** `text_hash` identifies the version of the prompts and code examples of the resource, on which users vote. */
const partResponses = { ...gatedItem, 200: ok(html.extend({ text_hash: z.string() })) }
const partRoute = <Path extends string>(path: Path, summary: string) =>
  ({ method: 'GET', path, pathParams, summary, responses: partResponses, metadata }) as const

const MAX_LIMIT = 500
const INVALID_LIMIT = `limit must be a whole number from 1 to ${MAX_LIMIT}.`

export const library = c.router({
  list: {
    method: 'GET',
    path: '/api/library',
    query: z.object({
      limit: z.coerce
        .number<number>({ error: INVALID_LIMIT })
        .int(INVALID_LIMIT)
        .min(1, INVALID_LIMIT)
        .max(MAX_LIMIT, INVALID_LIMIT)
        .optional(),
      cursor: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,200}$/, 'This cursor is not valid.')
        .optional(),
    }),
    summary: 'The Prompt Library',
    description:
      'Returns all resources without `limit`, otherwise pages of that size: send `next_cursor` as `cursor` for the next page, until it is null.',
    responses: {
      ...bearerErrors,
      200: ok(z.object({ results: z.array(libraryItem), next_cursor: z.string().nullable() })),
    },
    metadata,
  },
  prompts: {
    method: 'GET',
    path: '/api/library/prompts',
    summary: 'The prompts of the library with their fields',
    description: 'Resources without a prompt are left out. For programs that offer the prompts as commands.',
    responses: { ...bearerErrors, 200: ok(z.array(libraryPrompt)) },
    metadata,
  },
  properties: {
    method: 'GET',
    path: '/api/library/:id/properties',
    pathParams,
    summary: 'Properties of a resource, its related ones included',
    responses: { ...gatedItem, 200: ok(libraryItemWithRelated) },
    metadata,
  },
  content: {
    method: 'GET',
    path: '/api/library/:id/content',
    pathParams,
    summary: 'All parts of a resource',
    responses: { ...gatedItem, 200: ok(resourceContent) },
    metadata,
  },
  prerequisite: {
    method: 'GET',
    path: '/api/library/:id/prerequisite',
    pathParams,
    summary: 'What a user needs before using a resource; empty html if nothing (D-56)',
    responses: { ...gatedItem, 200: z.object({ success: z.literal(true), html: z.string(), data: html }) },
    metadata,
  },
  prompt: partRoute('/api/library/:id/prompt', 'The prompts of a resource; empty html if none'),
  codeSample: partRoute('/api/library/:id/code-sample', 'The code examples of a resource; empty html if none'),
  additionalInstructions: partRoute('/api/library/:id/additional-instructions', 'Further instructions of a resource; empty html if none'),
  relatedResources: {
    method: 'GET',
    path: '/api/library/:id/related-resources',
    pathParams,
    summary: 'Up to three related resources',
    responses: { ...gatedItem, 200: ok(z.array(relatedResource).max(3)) },
    metadata,
  },
  vote: {
    method: 'GET',
    path: '/api/library/:id/vote',
    pathParams,
    summary: 'Whether the prompt worked for the account',
    description: 'The vote on the current text. A changed text has no votes yet.',
    responses: { ...gatedItem, 200: ok(promptVote) },
    metadata,
  },
  saveVote: {
    method: 'PUT',
    path: '/api/library/:id/vote',
    pathParams,
    body: newPromptVote,
    summary: 'Vote whether the prompt worked; null removes the vote',
    description: 'With the `text_hash` of the text that the user saw, the vote is refused with 409 if that text is not the current one.',
    responses: { ...gatedItem, 200: ok(promptVote), 409: apiError },
    metadata: { auth: 'bearer', entitlement: 'resources' },
  },
  toCheck: {
    method: 'GET',
    path: '/api/admin/library/to-check',
    summary: 'The prompts of the library that their authors should try again',
    description:
      'After three accounts within 14 days said that the present text did not work, or 120 days after it was last tried, or published if it was never tried.',
    responses: { ...bearerErrors, 200: ok(z.array(resourceToCheck)) },
    metadata: { auth: 'admin' },
  },
})
