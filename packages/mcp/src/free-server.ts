import { htmlToMarkdown, htmlToText } from '@academy/contract/html-to-text'
import { templateFields } from '@academy/contract/prompt-template'
import { tutorialMarkdown } from '@academy/contract/tutorial-markdown'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'
import manifest from '../package.json' with { type: 'json' }
import type { AcademyServerOptions } from './academy-server-options.ts'
import { InvalidInputError } from './invalid-input.ts'
import { offerPrice } from './offer-price.ts'
import { libraryName } from './prompt-names.ts'
import { promptParameters, TEACH_PROMPT, teachPrompt, toPrompt, toPromptResult } from './prompts.ts'
import { forProtocol, forTool } from './refusals.ts'
import { addFreeTeaching } from './teaching.ts'
import { decodeId, MARKDOWN, PREFIX } from './tutorials.ts'

type FreeServerOptions = Omit<AcademyServerOptions, 'announcesChanges'>

const listOutput = z.object({
  skills: z.array(z.object({ name: z.string(), kind: z.enum(['tutorial', 'prompt']), title: z.string(), description: z.string() })),
})
const readInput = z.object({ name: z.string().min(1).max(200).describe('The name, from list_skills') })
const readOnly = { readOnlyHint: true, openWorldHint: false }

/** Loads the titles of all tutorials, and the sample prompts with their texts. */
async function loadPublic({ client, courseId }: FreeServerOptions) {
  const { data } = await client.publicContent.course({ params: { courseId } })
  const tutorials = data.sessions.flatMap(({ number, name, tutorials }) =>
    tutorials.map((tutorial) => ({ ...tutorial, description: `${number}. ${name}` })),
  )
  return { tutorials, samples: data.library.samples }
}

/** Returns a free tutorial as Markdown with the URL of its page. For one that is not free, the API says what it is part of. */
async function readFreeTutorial({ client, webUrl }: FreeServerOptions, tutorialId: string): Promise<string> {
  const { data } = await client.publicContent.freeTutorialContent({ params: { tutorialId } })
  return tutorialMarkdown([`# ${data.tutorial_name}`, `${webUrl}/free/${encodeURIComponent(tutorialId)}`], data)
}

function addFreePrompts({ server }: McpServer, options: FreeServerOptions): void {
  server.setRequestHandler('prompts/list', () =>
    forProtocol(
      async () => ({
        prompts: [
          ...(await loadPublic(options)).samples.map(({ id, name, description, prompt }) =>
            toPrompt({ name: libraryName(id), title: name, description, fields: templateFields(htmlToText(prompt)) }),
          ),
          TEACH_PROMPT,
        ],
      }),
      'studio',
      options,
    ),
  )
  server.setRequestHandler('prompts/get', { params: promptParameters }, ({ name, arguments: values = {} }) =>
    forProtocol(
      async () => {
        const teach = teachPrompt(name, values)
        if (teach !== undefined) return teach
        const sample = (await loadPublic(options)).samples.find(({ id }) => libraryName(id) === name)
        if (sample === undefined) throw new InvalidInputError(`There is no free prompt "${name}". ${offerPrice('studio', options)}`)
        return toPromptResult({ id: sample.id, title: sample.name, template: htmlToText(sample.prompt) }, values)
      },
      'studio',
      options,
    ),
  )
}

function addFreeTutorials(mcp: McpServer, options: FreeServerOptions): void {
  const list = () =>
    forProtocol(
      async () => ({
        resources: (await loadPublic(options)).tutorials.flatMap(({ id, name, description, free }) =>
          free ? [{ uri: PREFIX + encodeURIComponent(id), name: id, title: name, description, mimeType: MARKDOWN }] : [],
        ),
      }),
      'master_course',
      options,
    )
  mcp.registerResource(
    'tutorial',
    new ResourceTemplate(`${PREFIX}{id}`, { list }),
    { title: 'Free tutorial', description: 'A free tutorial of the course as Markdown', mimeType: MARKDOWN },
    async (uri, { id }) => {
      const text = await forProtocol(() => readFreeTutorial(options, decodeId(String(id))), 'master_course', options, uri.href)
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] }
    },
  )
}

/** For clients that know tools only. */
function addFreeTools(mcp: McpServer, options: FreeServerOptions): void {
  mcp.registerTool(
    'list_skills',
    {
      title: 'List the free skills',
      description: 'Returns the free tutorials of the course in their order, and sample prompts. read_skill reads one by its name.',
      inputSchema: z.object({}),
      outputSchema: listOutput,
      annotations: readOnly,
    },
    () =>
      forTool(
        async () => {
          const { tutorials, samples } = await loadPublic(options)
          const skills = [
            ...tutorials
              .filter(({ free }) => free)
              .map(({ id, name, description }) => ({ name: id, kind: 'tutorial', title: name, description })),
            ...samples.map(({ id, name, description }) => ({ name: id, kind: 'prompt', title: name, description })),
          ]
          return { content: [{ type: 'text', text: JSON.stringify({ skills }, null, 1) }], structuredContent: { skills } }
        },
        'master_course',
        options,
      ),
  )
  mcp.registerTool(
    'read_skill',
    {
      title: 'Read a free skill',
      description: 'Returns a free tutorial or a sample prompt as Markdown, by its name.',
      inputSchema: readInput,
      annotations: readOnly,
    },
    ({ name }) =>
      forTool(
        async () => {
          const { tutorials, samples } = await loadPublic(options)
          const sample = samples.find(({ id }) => id === name)
          if (sample === undefined && !tutorials.some(({ id }) => id === name))
            throw new InvalidInputError(`There is no skill "${name}". list_skills has all names.`)
          const text = sample
            ? [`# ${sample.name}`, sample.description, htmlToMarkdown(sample.prompt)].join('\n\n')
            : await readFreeTutorial(options, name)
          return { content: [{ type: 'text', text }] }
        },
        'master_course',
        options,
      ),
  )
}

/** Returns a server for visitors without an account, with the free tutorials and the sample prompts of the library. */
export function createFreeServer(options: FreeServerOptions): McpServer {
  const { webUrl } = options
  const mcp = new McpServer(
    { name: 'vibe-coding-academy-free', title: 'Vibe Coding Academy: free tutorials', version: manifest.version, websiteUrl: webUrl },
    {
      instructions: `The free tutorials of the Vibe Coding Academy, and sample prompts. To teach a tutorial, use next_step and finish_step, or the prompt "teach": one step at a time, ask before you show, and change files only when the user asks for it. ${offerPrice('master_course', options)}`,
      capabilities: { prompts: { listChanged: false }, resources: { listChanged: false }, tools: { listChanged: false } },
    },
  )
  addFreePrompts(mcp, options)
  addFreeTutorials(mcp, options)
  addFreeTools(mcp, options)
  addFreeTeaching(mcp, options)
  return mcp
}
