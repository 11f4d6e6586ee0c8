import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { bearerErrors } from './api-error.ts'
import { STORABLE_TEXT } from './text.ts'

const c = initContract()

/** The kinds of search results. The first five are parts of a tutorial. */
const searchKind = z.enum(['tutorial', 'prompt', 'code', 'tip', 'transcript', 'session', 'resource', 'own_prompt', 'own_note'])

const segment = z
  .object({ text: z.string().describe('Plain text.'), hit: z.boolean().describe('Whether it matches the query.') })
  .meta({ id: 'TextSegment', description: 'A piece of plain text, never HTML, and whether it matches the query.' })
export type TextSegment = z.infer<typeof segment>

const searchResult = z
  .object({
    kind: searchKind,
    id: z.string().describe('The id of the tutorial, session, resource or prompt; for a note that of its tutorial.'),
    session_id: z.string().nullable().describe('The session of a tutorial, note or session; null for other kinds.'),
    course_id: z.string().nullable().describe('Its course; null for other kinds.'),
    title: z.array(segment).describe('The title in segments.'),
    place: z.string().describe('The location of the result, for example the session of a tutorial.'),
    snippet: z.array(segment).nullable().describe('Null for a locked result, and if only the title matches.'),
    seconds: z.number().nullable().describe('The position in the video of a transcript line, in seconds.'),
    locked: z
      .boolean()
      .describe('Whether its text is not quoted: the account lacks access, or opening it would end an open money-back guarantee.'),
  })
  .meta({ id: 'SearchResult', description: 'A search result. A locked one has a title and a location, but no content.' })
export type SearchResult = z.infer<typeof searchResult>

export const searchResponse = z
  .object({ results: z.array(searchResult).describe('The best matches first.') })
  .meta({ id: 'SearchResults', description: 'What was found.' })

const MAX_QUERY_LENGTH = 200
/** `course` means tutorials with their parts, and sessions. */
const kindFilter = z.enum(['resource', 'course', 'own_prompt'], { error: 'kind must be resource, course or own_prompt, or be left out.' })

const INVALID_QUERY = `q must be 1 to ${MAX_QUERY_LENGTH} characters.`

export const search = c.router({
  search: {
    method: 'GET',
    path: '/api/search',
    query: z.object({
      q: z
        .string({ error: INVALID_QUERY })
        .trim()
        .min(1, INVALID_QUERY)
        .max(MAX_QUERY_LENGTH, INVALID_QUERY)
        .regex(STORABLE_TEXT, 'q contains characters that cannot be searched for.')
        .describe('The words to search for.'),
      kind: kindFilter.optional().describe('Only results of this kind. `course` means tutorials with their parts, and sessions.'),
    }),
    summary: 'Search everything that the account may read',
    description:
      'The best matches first; the last word may be unfinished, and words may be misspelled. `locked` content is found only by its title. A personal access token finds own prompts with the scope `prompts:read` alone, and no notes. With `kind=resource` up to 100 that have every word: the filter of a list.',
    responses: { ...bearerErrors, 200: searchResponse },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
})
