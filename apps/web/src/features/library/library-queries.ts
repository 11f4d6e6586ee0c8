import { htmlToText } from '@academy/contract/html-to-text'
import { splitSections, unescapePrompt } from '@academy/contract/prompt-sections'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { parseResponse, requireFields, tsr } from '../../api/client.ts'
import { type BodyMatch, toLibraryEntry } from './library-entry.ts'
import { partToHtml, type ResourcePart } from './resource-part.ts'

/** Resources change only when an author publishes, which is rare. */
const STALE_TIME_MS = 5 * 60_000
const MAX_RELATED = 3

/** The whole library. The client searches it, so that typing sends no requests. */
export const libraryQuery = () =>
  queryOptions({
    queryKey: ['library'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.library.list.query({ query: {}, fetchOptions: { signal } }), ({ data }) => data.results.map(toLibraryEntry)),
    staleTime: STALE_TIME_MS,
  })

/** The resources that have every word of the text in title, description or body, and some of them in the body; the best first. */
export const resourceSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['library', 'search', q],
    queryFn: ({ signal }) =>
      parseResponse(tsr.search.search.query({ query: { q, kind: 'resource' }, fetchOptions: { signal } }), ({ results }) =>
        results.flatMap(({ id, snippet, locked }): BodyMatch[] => (snippet && !locked ? [{ id, snippet }] : [])),
      ),
    staleTime: STALE_TIME_MS,
  })

const partRoutes = {
  prompt: tsr.library.prompt,
  codeSample: tsr.library.codeSample,
  additionalInstructions: tsr.library.additionalInstructions,
}
export type TabPart = keyof typeof partRoutes
const tabParts = Object.keys(partRoutes) as TabPart[]

/** HTML of one tab with the hash of the resource's text, fetched when the tab opens; the HTML is '' when the author left it out. */
export const partQuery = (id: string, part: TabPart) =>
  queryOptions({
    queryKey: ['library', id, part],
    queryFn: ({ signal }) =>
      parseResponse(partRoutes[part].query({ params: { id }, fetchOptions: { signal } }), (body) => ({
        html: partHtml(body),
        textHash: body.data?.text_hash,
      })),
    staleTime: STALE_TIME_MS,
  })

export const prerequisiteQuery = (id: string) =>
  queryOptions({
    queryKey: ['library', id, 'prerequisite'],
    queryFn: ({ signal }) => parseResponse(tsr.library.prerequisite.query({ params: { id }, fetchOptions: { signal } }), partHtml),
    staleTime: STALE_TIME_MS,
  })

/** The user's vote: whether the prompt worked. */
export const voteQuery = (id: string) =>
  queryOptions({
    queryKey: ['library', id, 'vote'],
    queryFn: ({ signal }) =>
      parseResponse(tsr.library.vote.query({ params: { id }, fetchOptions: { signal } }), ({ data }) => requireFields(data, 'worked')),
    staleTime: STALE_TIME_MS,
  })

/** At most three related resources; none after a 404. */
export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: ['library', id, 'related'],
    queryFn: async ({ signal }) => {
      const call = tsr.library.relatedResources.query({ params: { id }, fetchOptions: { signal } })
      try {
        return await parseResponse(call, ({ data }) => data.slice(0, MAX_RELATED))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return []
        throw error
      }
    },
    staleTime: STALE_TIME_MS,
  })

/** Returns the HTML of a part. The response has it in `data`, in `html` beside it, or in both. Throws if both are missing. */
function partHtml({ html, data }: { html?: string; data?: ResourcePart }): string {
  if (html === undefined && !data) throw new TypeError('The response has no data.')
  return html || partToHtml(data)
}

/** Returns the text of the first prompt of a resource: synchronously if it is cached, because some browsers copy only during a click. */
export function loadFirstPrompt(client: QueryClient, id: string): string | Promise<string> {
  const query = partQuery(id, 'prompt')
  const toText = ({ html }: { html: string }) => htmlToText(unescapePrompt(splitSections(html).sections[0]?.copyHtml ?? html))
  const cached = client.getQueryData(query.queryKey)
  return cached === undefined ? client.fetchQuery(query).then(toText) : toText(cached)
}

/** Returns the hash of the text that the page of a resource shows; undefined before a part of it is loaded. */
export const shownTextHash = (client: QueryClient, id: string): string | undefined =>
  tabParts.map((part) => client.getQueryData(partQuery(id, part).queryKey)?.textHash).find((hash) => hash !== undefined)

/** Prefetches what the page of a resource shows first. */
export function prefetchResource(client: QueryClient, id: string): void {
  void client.prefetchQuery(prerequisiteQuery(id))
  void client.prefetchQuery(partQuery(id, 'prompt'))
  void client.prefetchQuery(relatedQuery(id))
}
