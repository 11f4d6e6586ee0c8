import { MAX_LISTED_FIELDS } from '@academy/contract/prompt-template'
import type { GetPromptResult, McpServer, Prompt } from '@modelcontextprotocol/server'
import type { AcademyClient } from '@vibe-coding-academy/client'
import { z } from 'zod'
import type { AcademyServerOptions } from './academy-server-options.ts'
import { inSentences, whenToUse } from './in-sentences.ts'
import { InvalidInputError } from './invalid-input.ts'
import { isTeamName, libraryId, libraryName, ownNames, TEACH, teamNames } from './prompt-names.ts'
import { fillPrompt, type PromptTemplate, readPrompt } from './read-prompt.ts'
import { forProtocol, loadIfPermitted } from './refusals.ts'
import { TUTOR_TEXT } from './tutor-skill.ts'

type PromptSummary = { name: string; title: string; description: string; fields: readonly string[] | null }

/** The length of a page of the list as JSON, without its last prompt. Some coding tools read only the first page. */
const PAGE_LENGTH = 256 * 1024

/** The arguments are optional, because a field without a value stays in the text. */
export const toPrompt = ({ name, title, description, fields }: PromptSummary): Prompt => ({
  name,
  title,
  description,
  ...(fields !== null &&
    fields.length <= MAX_LISTED_FIELDS && {
      arguments: fields.map((field) => ({ name: field, description: `The text for {{${field}}}`, required: false })),
    }),
})

/** Returns the page that begins with the prompt named `cursor`, by default with the first. Throws InvalidInputError without such a prompt. */
function pageOf(prompts: readonly Prompt[], cursor?: string): { prompts: Prompt[]; nextCursor?: string } {
  const start = cursor === undefined ? 0 : prompts.findIndex(({ name }) => name === cursor)
  if (start === -1) throw new InvalidInputError('The list of prompts has changed. Start again without a cursor.')
  let [end, length] = [start, 0]
  for (; end < prompts.length && length < PAGE_LENGTH; end += 1) length += JSON.stringify(prompts[end]).length
  const next = prompts[end]
  return { prompts: prompts.slice(start, end), ...(next && { nextCursor: next.name }) }
}

/** Returns the prompts that the owner of the user's seat shares. Those that the user shares are among the own ones. */
const loadTeamPrompts = async (client: AcademyClient) => {
  const prompts = await loadIfPermitted(client.team.prompts().then(({ data }) => data.prompts))
  return teamNames(prompts.filter(({ is_own }) => !is_own))
}

/** Returns all prompts that the user may use and the token may read. */
export async function listPrompts(client: AcademyClient): Promise<Prompt[]> {
  const [library, own, team] = await Promise.all([
    loadIfPermitted(client.library.prompts().then(({ data }) => data)),
    loadIfPermitted(client.prompts.summaries()),
    loadTeamPrompts(client),
  ])
  return [
    ...[...ownNames(own), ...team].map(([name, { title, description, fields }]) => toPrompt({ name, title, description, fields })),
    ...library.map(({ id, title, fields, ...prompt }) => {
      return toPrompt({ name: libraryName(id), title, description: inSentences(prompt.description, whenToUse(prompt)), fields })
    }),
  ]
}

const unknownPrompt = (name: string) => new InvalidInputError(`There is no prompt "${name}". The list of prompts has all names.`)

async function promptByName(client: AcademyClient, name: string): Promise<PromptTemplate> {
  const id = libraryId(name)
  if (id !== undefined) return await readPrompt(client, id)
  if (isTeamName(name)) {
    const shared = (await loadTeamPrompts(client)).get(name.normalize('NFC'))
    if (shared) return { id: shared.id, title: shared.title, template: shared.content }
    throw unknownPrompt(name)
  }
  // a typed name may have other code units for the same letters
  const own = ownNames(await client.prompts.summaries()).get(name.normalize('NFC'))
  if (own === undefined) throw unknownPrompt(name)
  return await readPrompt(client, own.id)
}

/** An own schema, because with the library's schema invalid parameters would be an internal error. */
export const promptParameters = z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() })

const message = (text: string): GetPromptResult['messages'][number] => ({ role: 'user', content: { type: 'text', text } })

/** Returns a prompt with its fields filled, and the remark that asks the user for the others. */
export function toPromptResult(prompt: PromptTemplate, values: Record<string, string>): GetPromptResult {
  const { text, missing } = fillPrompt(prompt, values)
  const remark = `Before you begin, ask me for what is not filled in: ${missing.map((field) => `{{${field}}}`).join(', ')}.`
  return { description: prompt.title, messages: missing.length === 0 ? [message(text)] : [message(text), message(remark)] }
}

/** The prompt that teaches, for every account and for visitors. */
export const TEACH_PROMPT: Prompt = {
  name: TEACH,
  title: 'Teach me',
  description: 'Teaches a tutorial of the academy, one step at a time.',
  arguments: [{ name: 'tutorial', description: 'The name or id of the tutorial; without it, the one to continue with', required: false }],
}

/** Returns the prompt that teaches a tutorial; undefined for the name of another prompt. */
export const teachPrompt = (name: string, { tutorial }: Record<string, string>): GetPromptResult | undefined =>
  name === TEACH
    ? {
        description: TEACH_PROMPT.title ?? name,
        messages: [message(TUTOR_TEXT), message(`Teach me ${tutorial?.trim() || 'the next tutorial'}.`)],
      }
    : undefined

/** Serves each prompt that the user may use. Builds the list for each request, because access and prompts change. */
export function addPrompts({ server }: McpServer, options: AcademyServerOptions): void {
  const { client } = options
  server.setRequestHandler('prompts/list', ({ params }) =>
    forProtocol(async () => pageOf([...(await listPrompts(client)), TEACH_PROMPT], params?.cursor), 'studio', options),
  )
  server.setRequestHandler('prompts/get', { params: promptParameters }, ({ name, arguments: values = {} }) =>
    forProtocol(async () => teachPrompt(name, values) ?? toPromptResult(await promptByName(client, name), values), 'studio', options),
  )
}
