import { PROMPT_FIELDS, type PromptField } from '@academy/contract/prompt-fields'
import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server'
import type { AcademyClient, ResponseOf } from '@vibe-coding-academy/client'
import { z } from 'zod'
import type { AcademyServerOptions } from './academy-server-options.ts'
import { offerPrice } from './offer-price.ts'
import { fillPrompt, readPrompt } from './read-prompt.ts'
import { currentTutorial, loadProgress, readTutorial } from './read-tutorial.ts'
import { forTool } from './refusals.ts'
import { structured } from './structured.ts'

type Result = ResponseOf<AcademyClient['search']['search']>['results'][number]

const READ_ONLY: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }

// Schemas are built once, because each request creates a server that registers them, and zod compiles each new schema.
const searchInput = z.object({ query: z.string().trim().min(1).max(200).describe('Words to search for. They may be misspelled.') })
const searchOutput = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      title: z.string(),
      place: z.string(),
      snippet: z.string().nullable(),
      locked: z
        .boolean()
        .describe('Whether the text cannot be quoted: the account lacks access, or opening it would end an open money-back guarantee.'),
    }),
  ),
  note: z.string().optional(),
})

const promptInput = z.object({
  id: z.string().min(1).max(200).describe('The id, for example from search_prompts'),
  fields: z.record(z.string(), z.string()).optional().describe('A text for each {{field}} of the prompt, by its name'),
})
const promptOutput = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  fields: z.array(z.string()),
  missing: z.array(z.string()).describe('Fields without a value. They stand in the text as they are.'),
})

const promptText = (field: PromptField) => z.string().max(PROMPT_FIELDS[field].max)
const savedPromptInput = z.object({
  title: promptText('title'),
  description: promptText('description').describe('What the prompt is for'),
  content: promptText('content').describe('The text of the prompt'),
  code: promptText('code').optional().describe('A code sample'),
  tags: z.array(z.string()).optional(),
  id: z.uuid().optional().describe('A new random UUID. Send the same one when you repeat the call, so that the prompt is saved once.'),
})
const savedPromptOutput = z.object({ id: z.string(), title: z.string(), url: z.string() })

const tutorialInput = z.object({ id: z.string().min(1).max(200).describe('The id, for example from search_course or current_tutorial') })

const progress = { done: z.number(), total: z.number() }
const currentInput = z.object({})
const currentOutput = z.object({
  tutorial: z.object({ id: z.string(), name: z.string(), session: z.string(), url: z.string() }).nullable(),
  ...progress,
})
const doneInput = z.object({ id: z.string().min(1).max(200), done: z.boolean().default(true) })
const doneOutput = z.object({ id: z.string(), ...progress, next: z.string().nullable() })

const joinText = (segments: readonly { text: string }[]): string => segments.map(({ text }) => text).join('')

/** Converts results of the search. Adds `note` if one of them is locked. */
function toSearchOutput(results: readonly Result[], note: string): z.infer<typeof searchOutput> {
  const shown = results.map(({ id, kind, title, place: where, snippet, locked }) => ({
    id,
    kind,
    title: joinText(title),
    place: where,
    snippet: snippet && joinText(snippet),
    locked,
  }))
  return { results: shown, ...(shown.some(({ locked }) => locked) && { note }) }
}

/** Maximum number of library prompts in a search result. Own prompts follow them. */
const MAX_RESOURCES = 20

function addPromptTools(mcp: McpServer, options: AcademyServerOptions): void {
  const { client, webUrl } = options
  const call = (run: () => Promise<CallToolResult>) => forTool(run, 'studio', options)
  mcp.registerTool(
    'search_prompts',
    {
      title: 'Search prompts',
      description: "Searches the Prompt Library and the user's own prompts. get_prompt reads a result by its id.",
      inputSchema: searchInput,
      outputSchema: searchOutput,
      annotations: READ_ONLY,
    },
    ({ query: q }) =>
      call(async () => {
        const [library, own] = await Promise.all([
          client.search.search({ query: { q, kind: 'resource' } }),
          client.search.search({ query: { q, kind: 'own_prompt' } }),
        ])
        return structured(toSearchOutput([...own.results, ...library.results.slice(0, MAX_RESOURCES)], offerPrice('studio', options)))
      }),
  )
  mcp.registerTool(
    'get_prompt',
    {
      title: 'Get a prompt',
      description: "Reads a prompt of the Prompt Library or one of the user's own, and fills its fields.",
      inputSchema: promptInput,
      outputSchema: promptOutput,
      annotations: READ_ONLY,
    },
    ({ id, fields = {} }) =>
      call(async () => {
        const prompt = await readPrompt(client, id)
        const filled = fillPrompt(prompt, fields)
        return { content: [{ type: 'text', text: filled.text }], structuredContent: { id, title: prompt.title, ...filled } }
      }),
  )
  mcp.registerTool(
    'save_prompt',
    {
      title: 'Save a prompt',
      description: "Saves a new prompt among the user's own. {{name}} in the content is a field to fill in.",
      inputSchema: savedPromptInput,
      outputSchema: savedPromptOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (body) =>
      call(async () => {
        const { id, title } = await client.prompts.create({ body })
        return structured({ id, title, url: `${webUrl}/my-prompts/${id}` })
      }),
  )
}

/** Comes before the price, because the search also locks tutorials that a buyer has not started. */
const LOCKED_TUTORIALS =
  'Locked tutorials are part of a course. If the user has bought it, opening the first one in the web app unlocks all of them and ends the money-back guarantee. Otherwise:'

function addCourseTools(mcp: McpServer, options: AcademyServerOptions): void {
  const { client } = options
  const call = (run: () => Promise<CallToolResult>) => forTool(run, 'master_course', options)
  mcp.registerTool(
    'search_course',
    {
      title: 'Search the course',
      description: 'Searches the tutorials of the course, with their prompts, code, tips and videos. get_tutorial reads one by its id.',
      inputSchema: searchInput,
      outputSchema: searchOutput,
      annotations: READ_ONLY,
    },
    ({ query: q }) =>
      call(async () => {
        const { results } = await client.search.search({ query: { q, kind: 'course' } })
        const tutorials = results.filter(({ kind }) => kind !== 'session')
        return structured(toSearchOutput(tutorials, `${LOCKED_TUTORIALS} ${offerPrice('master_course', options)}`))
      }),
  )
  mcp.registerTool(
    'get_tutorial',
    {
      title: 'Read a tutorial',
      description: 'Returns a tutorial of the course as Markdown. Reading changes no progress and never ends a money-back guarantee.',
      inputSchema: tutorialInput,
      annotations: READ_ONLY,
    },
    ({ id }) => call(async () => ({ content: [{ type: 'text', text: await readTutorial(options, id) }] })),
  )
  mcp.registerTool(
    'current_tutorial',
    {
      title: 'Where the user is in the course',
      description:
        'Returns the tutorial to continue with, and how many are done. The tutorial is null when all are done that the user may open.',
      inputSchema: currentInput,
      outputSchema: currentOutput,
      annotations: READ_ONLY,
    },
    () => call(async () => structured(await currentTutorial(options))),
  )
  mcp.registerTool(
    'mark_done',
    {
      title: 'Mark a tutorial as done',
      description: 'Marks a tutorial as done, or with done: false as not done. Use it when the user says so.',
      inputSchema: doneInput,
      outputSchema: doneOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ id, done: isDone }) =>
      call(async () => {
        // A token that cannot read the progress must not change it either.
        await loadProgress(options, id)
        await client.learning.saveProgress({ params: { tutorialId: id }, body: { at: new Date().toISOString(), done: isDone } })
        const { done, total, continue_with } = await loadProgress(options, id)
        return structured({ id, done, total, next: continue_with })
      }),
  )
}

/** Adds the tools. Each calls the API as the user, so that the API decides access. */
export function addTools(mcp: McpServer, options: AcademyServerOptions): void {
  addPromptTools(mcp, options)
  addCourseTools(mcp, options)
}
