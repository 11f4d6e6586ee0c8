import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { contract } from '@academy/contract'
import { htmlToText } from '@academy/contract/html-to-text'
import { templateFields } from '@academy/contract/prompt-template'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { CachedResponse } from '../../http/cached-response.ts'
import { LoadingCache } from '../../loading-cache.ts'
import { fileLinks } from '../content/read/file-links.ts'
import { type PublishedResource, publishedContent } from '../content/read/published-content.store.ts'
import { toCachedResponse } from '../courses/course-cache.ts'
import { type ResourceCatalog, relatedTo, resourceCatalog } from './resource-catalog.ts'
import { libraryItem, relatedResource, resourceContent } from './response-bodies.ts'
import { hashResource } from './votes.store.ts'

/** The maximum size of the cached contents: about 2,000 resources of usual length, each with its responses for five endpoints. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024
/** The maximum size of the cached pages of the list. */
const MAX_PAGES_BYTES = 8 * 1024 * 1024

const endpoints = contract.library
const listSchema = endpoints.list.responses[200]
const promptsSchema = endpoints.prompts.responses[200]

type PromptsResponse = CachedResponse<z.output<typeof promptsSchema>>
type ListResponse = CachedResponse<z.output<typeof listSchema>>

const sizeCalculation = ({ size }: { size: number }): number => size

const listBody = (results: PublishedResource[], next_cursor: string | null) =>
  listSchema.parse({ success: true, data: { results: results.map(libraryItem), next_cursor } })

/** Caches one response for each resource, which its first request builds: a publish should not build 2,000 responses at once. */
function cachePerResource<T>(resourceOf: (id: string) => PublishedResource | undefined, build: (resource: PublishedResource) => T) {
  const responses = new Map<string, T>()
  return (id: string): T | undefined => {
    const resource = resourceOf(id)
    if (!resource) return undefined
    const response = responses.get(id) ?? build(resource)
    responses.set(id, response)
    return response
  }
}

function contentResponses(content: ReturnType<typeof resourceContent>, text_hash: string) {
  const part = (html = '') => toCachedResponse(endpoints.prompt, { html, text_hash })
  const prerequisite = content.prerequisite?.html ?? ''
  const responses = {
    content: toCachedResponse(endpoints.content, content),
    // Clients read both fields.
    prerequisite: CachedResponse.of(
      endpoints.prerequisite.responses[200].parse({ success: true, html: prerequisite, data: { html: prerequisite } }),
    ),
    prompt: part(content.prompt?.html),
    codeSample: part(content.code_sample?.html),
    additionalInstructions: part(content.additional_instructions?.html),
  }
  return { ...responses, size: Object.values(responses).reduce((sum, { size }) => sum + size, 0) }
}

/** The number of prompts that are parsed before other requests get a turn. */
const PROMPTS_PER_SLICE = 50

/** Returns the prompts of the library with their template fields. `html` has the prompt of each resource by its page id. */
async function promptsBody({ resources }: ResourceCatalog, html: ReadonlyMap<string, string>) {
  const data: z.input<typeof promptsSchema>['data'] = []
  for (const { page_id, id, name, description, use_when } of resources) {
    const prompt = html.get(page_id)
    if (prompt === undefined) continue
    data.push({ id, title: name, description, use_when, fields: templateFields(htmlToText(prompt)) })
    if (data.length % PROMPTS_PER_SLICE === 0) await yieldToEventLoop()
  }
  return promptsSchema.parse({ success: true, data })
}

async function buildLibraryResponses(catalog: ResourceCatalog) {
  const { resources, indexById } = catalog
  const pages = new LoadingCache<ListResponse>({ maxSize: MAX_PAGES_BYTES, sizeCalculation })
  const resourceOf = (id: string): PublishedResource | undefined => resources[indexById.get(id) ?? -1]

  return {
    catalog,
    resourceOf,
    list: await CachedResponse.compressed(listBody(resources, null)),

    /** Returns the page of the list after the resource `cursor`; undefined if that resource is no longer published. */
    page(limit = resources.length + 1, cursor?: string): ListResponse | Promise<ListResponse> | undefined {
      const from = cursor === undefined ? 0 : (indexById.get(cursor) ?? Number.NaN) + 1
      if (Number.isNaN(from)) return undefined
      return pages.get(`${limit} ${from}`, async () => {
        const results = resources.slice(from, from + limit)
        const next_cursor = from + limit < resources.length ? (results.at(-1)?.id ?? null) : null
        return CachedResponse.of(listBody(results, next_cursor))
      })
    },

    propertiesOf: cachePerResource(resourceOf, (resource) => {
      return toCachedResponse(endpoints.properties, { ...libraryItem(resource), enhancedData: relatedTo(resource, catalog) })
    }),

    relatedResourcesOf: cachePerResource(resourceOf, (resource) => {
      return toCachedResponse(endpoints.relatedResources, relatedTo(resource, catalog).map(relatedResource))
    }),

    /** The response with all prompts, built on the first request. */
    prompts: new LoadingCache<PromptsResponse>({ max: 1 }),

    /** The responses with the contents of resources, built on their first requests. */
    contents: new LoadingCache<ReturnType<typeof contentResponses>>({ maxSize: MAX_CONTENT_BYTES, sizeCalculation }),
  }
}
type LibraryResponses = Awaited<ReturnType<typeof buildLibraryResponses>>

/** Returns the library cache of this process: loaded from the mirror by the first request, cleared by each publish. */
export function libraryCache(app: FastifyInstance) {
  const { config } = app
  const published = publishedContent(app.db)
  const links = fileLinks(config.fileSigningKey)
  const cache = new LoadingCache<LibraryResponses>({ max: 1 })
  app.onPublished(() => cache.clear())

  /** Returns the responses for what is published now. */
  const current = () => cache.get('current', async () => buildLibraryResponses(resourceCatalog(await published.resources())))

  return {
    current,

    /** Returns the response with the prompts of the library. */
    async prompts(): Promise<PromptsResponse> {
      const responses = await current()
      return await responses.prompts.get('prompts', async () => {
        const html = new Map((await published.resourcePrompts()).map((row) => [row.page_id, row.html]))
        return await CachedResponse.compressed(await promptsBody(responses.catalog, html))
      })
    },

    /** Returns the responses for the content of a resource; undefined if there is no such resource. */
    async contentOf(id: string) {
      const { resourceOf, contents } = await current()
      const resource = resourceOf(id)
      if (!resource) return undefined
      // The URLs of pictures expire after one to two hours, so the cached responses that contain them expire at the same time.
      const expires = links.expiryAt(new Date())
      const urlOf = (hash: string): string => config.publicApiUrl + links.signed(hash, expires)
      return await contents.get(`${resource.page_id} ${expires}`, async () => {
        const parts = await published.resourceParts(resource.page_id)
        return parts && contentResponses(resourceContent(parts, urlOf), hashResource(parts))
      })
    },
  }
}
