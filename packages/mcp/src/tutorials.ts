import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import type { AcademyServerOptions } from './academy-server-options.ts'
import { InvalidInputError } from './invalid-input.ts'
import { listTutorials, readTutorial } from './read-tutorial.ts'
import { forProtocol, loadIfPermitted } from './refusals.ts'

export const MARKDOWN = 'text/markdown'
/** The beginning of the URI of each tutorial. */
export const PREFIX = 'academy://tutorials/'

/** Returns the id in the URI of a tutorial. Throws InvalidInputError for an encoding that cannot be read. */
export function decodeId(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause
    throw new InvalidInputError(`There is no tutorial "${encoded}". The list of resources has all of them.`)
  }
}

/** Serves all tutorials of the course as resources. Reading a locked one fails with a message that says how to get access. */
export function addTutorials(mcp: McpServer, options: AcademyServerOptions): void {
  const list = () =>
    forProtocol(
      async () => ({
        resources: (await loadIfPermitted(listTutorials(options))).map(({ id, name, session, free }) => ({
          uri: PREFIX + encodeURIComponent(id),
          name: id,
          title: name,
          description: `${session}${free ? ', free' : ''}`,
          mimeType: MARKDOWN,
        })),
      }),
      'master_course',
      options,
    )
  mcp.registerResource(
    'tutorial',
    new ResourceTemplate(`${PREFIX}{id}`, { list }),
    { title: 'Tutorial', description: 'A tutorial of the course as Markdown', mimeType: MARKDOWN },
    async (uri, { id }) => {
      const text = await forProtocol(() => readTutorial(options, decodeId(String(id))), 'master_course', options, uri.href)
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] }
    },
  )
}
