import type { RelatedResource } from '@academy/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { libraryEntry } from './library-entry.ts'
import { htmlOf, type LoosePart } from './loose-part.ts'

/** Resources change when somebody publishes, which is rare; the server answers a repeat from memory. */
const FRESH_MS = 5 * 60_000
const MOST_RELATED = 3

/** The whole library: it is searched here, so that a keystroke costs no call. */
export const libraryQuery = () =>
  queryOptions({
    queryKey: ['library'],
    queryFn: async ({ signal }) => {
      const { data } = await bodyOf(tsr.library.list.query({ query: {}, fetchOptions: { signal } }))
      return data.results.map(libraryEntry)
    },
    staleTime: FRESH_MS,
  })

const partRoutes = {
  prompt: tsr.library.prompt,
  codeSample: tsr.library.codeSample,
  additionalInstructions: tsr.library.additionalInstructions,
}
export type TabPart = keyof typeof partRoutes

/** One tab's HTML; '' when the author left it out. Asked for when the tab is (D-55). */
export const partQuery = (id: string, part: TabPart) =>
  queryOptions({
    queryKey: ['library', id, part],
    queryFn: async ({ signal }) => {
      const { data } = await bodyOf(partRoutes[part].query({ params: { id }, fetchOptions: { signal } }))
      return htmlOf(data)
    },
    staleTime: FRESH_MS,
  })

export const prerequisiteQuery = (id: string) =>
  queryOptions({
    queryKey: ['library', id, 'prerequisite'],
    queryFn: async ({ signal }) => {
      // Some servers send the html beside `data` only, some inside it only (D-56).
      const answer: { html?: string; data?: LoosePart } = await bodyOf(
        tsr.library.prerequisite.query({ params: { id }, fetchOptions: { signal } }),
      )
      return answer.html || htmlOf(answer.data)
    },
    staleTime: FRESH_MS,
  })

/** Never more than three (LIB-17); none when the server knows of none (API-11). */
export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: ['library', id, 'related'],
    queryFn: async ({ signal }) => {
      const reply = bodyOf(tsr.library.relatedResources.query({ params: { id }, fetchOptions: { signal } }))
      try {
        return relatedOf((await reply).data).slice(0, MOST_RELATED)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return []
        throw error
      }
    },
    staleTime: FRESH_MS,
  })

/** As the resource's own properties name them. */
type Enhanced = { id: string; name: string; description: string; tags: string[] }
type LooseRelated = RelatedResource[] | { enhancedData?: Enhanced[] }

/** Related resources, or those of the properties in their place (D-54). */
function relatedOf(data: LooseRelated): RelatedResource[] {
  if (Array.isArray(data)) return data
  return (data.enhancedData ?? []).map(({ id, name, description, tags }) => ({ id, title: name, description, categories: tags }))
}

/** Fetches what the page of a resource shows first, for somebody who is about to open it. */
export function prefetchResource(client: QueryClient, id: string): void {
  void client.prefetchQuery(prerequisiteQuery(id))
  void client.prefetchQuery(partQuery(id, 'prompt'))
  void client.prefetchQuery(relatedQuery(id))
}
