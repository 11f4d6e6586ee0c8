import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, ok } from './api-error.ts'
import { html, pathId, textProperty, titleProperty } from './text.ts'

const c = initContract()

const relatedInProperties = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()).describe('The categories of the resource.'),
  })
  .meta({ id: 'RelatedProperties', description: 'A related resource.' })

const resourceProperties = z
  .object({
    Name: titleProperty,
    Description: textProperty,
    Tag: z.object({ multi_select: z.array(z.object({ name: z.string() })) }).describe('The categories.'),
    Premium: z.object({ checkbox: z.boolean() }).describe('Only a label; it restricts nothing.'),
    Content: textProperty,
    CodeSample: textProperty,
  })
  .meta({ id: 'ResourceProperties', description: 'The properties, in the shape of a Notion page.' })

const interval = z
  .object({ from: z.number().describe('Its lower end.'), to: z.number().describe('Its upper end.') })
  .meta({ id: 'ShareInterval', description: 'The 95% interval (Wilson) of a share.' })

export const tryResult = z
  .object({
    tool: z.string().describe('Its name.'),
    version: z.string().describe('As the tool names it.'),
    day: z.iso.date().describe('Of the first run.'),
    runs: z.number().describe('Runs with the prompt, and as many without it.'),
    passed: z.number().describe('Answers in the form that the prompt asks for, right or not.'),
    baseline: z.number().describe('The same for a plain request.'),
    interval: interval.describe('Of `passed`.'),
    baseline_interval: interval.describe('Of `baseline`.'),
  })
  .meta({ id: 'TryResult', description: 'How often a tool answered the present prompt in its form.' })
export type TryResult = z.infer<typeof tryResult>

const trial = z
  .object({
    with: z.string().describe('The tool.'),
    on: z.iso.date().describe('The day.'),
    result: tryResult.nullable().describe('Null without counted runs.'),
  })
  .meta({ id: 'Trial', description: 'When the author last tried a resource, and with which tool.' })
export type Trial = z.infer<typeof trial>

const useWhen = z.string().nullable().describe('One line that completes “Use when …”; null without one.')

const libraryItem = z
  .object({
    id: z.string(),
    properties: resourceProperties,
    tried: trial.nullable().describe('The tool with which its author last tried it, and the day; null if the author never tried it.'),
    use_when: useWhen,
  })
  .meta({
    id: 'Resource',
    description: 'A resource of the Prompt Library, in the shape of a Notion page. `Premium` is only shown; it restricts nothing.',
  })
export type LibraryItem = z.infer<typeof libraryItem>

const libraryItemWithRelated = libraryItem
  .extend({ enhancedData: z.array(relatedInProperties).describe('The related resources.') })
  .meta({ id: 'ResourceWithRelated', description: 'A resource with its related ones.' })

const block = z.object({ type: z.string().describe("Notion's type of the block."), content: z.string().describe('Sanitized HTML.') }).meta({
  id: 'Block',
  description: "A block of a part. `type` is Notion's; `content` is sanitized HTML. The blocks of a part together are its `html`.",
})
const part = z
  .object({ html: z.string().describe('The whole part as sanitized HTML.'), blocks: z.array(block).describe('The same in blocks.') })
  .meta({ id: 'ResourcePart', description: 'A part of a resource.' })

const resourceContent = z
  .object({
    prerequisite: part.nullable().describe('What a user needs before.'),
    prompt: part.nullable().describe('The prompts.'),
    code_sample: part.nullable().describe('The code examples.'),
    additional_instructions: part.nullable().describe('Further instructions.'),
  })
  .meta({ id: 'ResourceContent', description: 'All parts of a resource; missing parts are null.' })
export type ResourceContent = z.infer<typeof resourceContent>

const relatedResource = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    categories: z.array(z.string()).describe('The tags of the resource.'),
  })
  .meta({ id: 'RelatedResource', description: 'A related resource; a resource has at most three.' })
export type RelatedResource = z.infer<typeof relatedResource>

const libraryPrompt = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    use_when: useWhen,
    fields: z.array(z.string()).describe('The distinct names between `{{` and `}}`, in the order of the text.'),
  })
  .meta({
    id: 'LibraryPrompt',
    description:
      'A prompt of the library, without its text. `fields` are the distinct names between `{{` and `}}`, in the order of the text.',
  })

const newPromptVote = z
  .strictObject({
    worked: z
      .boolean({ error: 'This must be true, false or null.' })
      .nullable()
      .describe('Whether the prompt worked; null removes the vote.'),
    text_hash: z
      .string({ error: 'This must be the text_hash of the prompt.' })
      .optional()
      .describe('That of the text that the user saw; by default of the current one.'),
  })
  .meta({
    id: 'VoteInput',
    description:
      'A vote on whether a prompt worked; null removes it. `text_hash` is that of the text that the user saw, by default of the current one.',
  })
export type NewPromptVote = z.infer<typeof newPromptVote>

const promptVote = newPromptVote.extend({ text_hash: z.string().describe('That of the current text.') }).meta({
  id: 'Vote',
  description:
    "The account's vote on whether the current text of a prompt works; null without a vote. `text_hash` is that of the current text.",
})
const voteResponse = ok(promptVote).meta({ id: 'VoteResponse', description: "The account's vote." })

const resourceToCheck = z
  .object({
    id: z.string(),
    title: z.string(),
    url: z.string().describe('The URL of its page in Notion.'),
    reason: z.enum(['complaints', 'unchecked', 'untried']),
    tried_with: z.string().nullable(),
    tried_on: z.iso.date().nullable(),
    published_at: z.iso.datetime().describe('When it was first published. Edits keep it.'),
    worked: z.number().describe('Votes on its current text.'),
    did_not: z.number(),
  })
  .meta({
    id: 'ResourceToCheck',
    description:
      'A prompt that its author should try, because of votes against its current text, or because the last trial was long ago, or never.',
  })
export type ResourceToCheck = z.infer<typeof resourceToCheck>

const pathParams = z.object({ id: pathId('Resource not found').describe('The id of the resource.') })
const gatedItem = { ...bearerErrors, 404: apiError }
/** All endpoints require the entitlement `resources`, including the list. */
const reading = { auth: 'bearer', scope: 'content:read', entitlement: 'resources' } as const
const metadata = { ...reading, etag: true } as const
const readResource = { method: 'GET', pathParams, metadata } as const

const part200 = ok(
  html.extend({
    text_hash: z.string().describe('Identifies this version of the prompts and code examples of the resource, for `saveVote`.'),
  }),
).meta({ id: 'PartResponse', description: 'A part of a resource as HTML.' })
const partRoute = <Path extends string>(path: Path, summary: string) =>
  ({
    ...readResource,
    path,
    summary,
    description: 'As HTML. `library.content` has all parts in one response.',
    responses: { ...gatedItem, 200: part200 },
  }) as const

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
        .optional()
        .describe('The size of a page; without it all resources are returned.'),
      cursor: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,200}$/, 'This cursor is not valid.')
        .optional()
        .describe('The `next_cursor` of the page before.'),
    }),
    summary: 'The Prompt Library',
    description:
      'Returns all resources without `limit`, otherwise pages of that size: send `next_cursor` as `cursor` for the next page, until it is null. 409 `conflict` for a `cursor` that is not in the list: start again without it.',
    responses: {
      ...bearerErrors,
      200: ok(
        z.object({
          results: z.array(libraryItem),
          next_cursor: z.string().nullable().describe('The `cursor` of the next page; null at the end.'),
        }),
      ),
      409: apiError,
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
    ...readResource,
    path: '/api/library/:id/properties',
    summary: 'Properties of a resource, its related ones included',
    description: 'The properties are those of `library.list`.',
    responses: { ...gatedItem, 200: ok(libraryItemWithRelated) },
  },
  content: {
    ...readResource,
    path: '/api/library/:id/content',
    summary: 'All parts of a resource',
    description: 'Parts that the resource does not have are null.',
    responses: { ...gatedItem, 200: ok(resourceContent) },
  },
  prerequisite: {
    ...readResource,
    path: '/api/library/:id/prerequisite',
    summary: 'What a user needs before using a resource; empty html if nothing',
    description: 'As HTML. `library.content` has all parts in one response.',
    responses: { ...gatedItem, 200: z.object({ success: z.literal(true), html: z.string(), data: html }) },
  },
  prompt: partRoute('/api/library/:id/prompt', 'The prompts of a resource; empty html if none'),
  codeSample: partRoute('/api/library/:id/code-sample', 'The code examples of a resource; empty html if none'),
  additionalInstructions: partRoute('/api/library/:id/additional-instructions', 'Further instructions of a resource; empty html if none'),
  relatedResources: {
    ...readResource,
    path: '/api/library/:id/related-resources',
    summary: 'Up to three related resources',
    description: 'With their titles, descriptions and tags.',
    responses: { ...gatedItem, 200: ok(z.array(relatedResource).max(3)) },
  },
  vote: {
    method: 'GET',
    path: '/api/library/:id/vote',
    pathParams,
    summary: 'Whether the prompt worked for the account',
    description: 'The vote on the current text. A changed text has no votes yet.',
    responses: { ...gatedItem, 200: voteResponse },
    metadata: reading,
  },
  saveVote: {
    method: 'PUT',
    path: '/api/library/:id/vote',
    pathParams,
    body: newPromptVote,
    summary: 'Vote whether the prompt worked; null removes the vote',
    description: 'With the `text_hash` of the text that the user saw, the vote is refused with 409 if that text is not the current one.',
    responses: { ...gatedItem, 200: voteResponse, 409: apiError },
    metadata: { auth: 'bearer', entitlement: 'resources' },
  },
  toCheck: {
    method: 'GET',
    path: '/api/admin/library/to-check',
    summary: 'The prompts of the library that their authors should try again',
    description:
      'After three accounts within 14 days said that the present text did not work, or 120 days after it was last tried, and while it was never tried.',
    responses: { ...bearerErrors, 200: ok(z.array(resourceToCheck)) },
    metadata: { auth: 'admin' } as const,
  },
})
