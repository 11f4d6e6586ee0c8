import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Config } from '../../config.ts'
import { ReadyMade } from '../../plugins/ready-made.ts'
import { fileLinks } from '../content/files/file-links.ts'
import { Kept, keptValue } from '../content/kept.ts'
import { type PublishedResource, publishedContent } from '../content/published-content.store.ts'
import { enhancedData, libraryItem, relatedResource, resourceContent } from './answers.ts'
import { type Catalogue, catalogueOf, relatedTo } from './catalogue.ts'

/** Contents of about 2,000 resources of usual length, in all the forms in which they are asked for. */
const CONTENT_BYTES = 64 * 1024 * 1024
const PAGES_BYTES = 8 * 1024 * 1024

const endpoints = contract.library
const schemas = {
  list: endpoints.list.responses[200],
  properties: endpoints.properties.responses[200],
  content: endpoints.content.responses[200],
  prerequisite: endpoints.prerequisite.responses[200],
  part: endpoints.prompt.responses[200],
  related: endpoints.relatedResources.responses[200],
}

type List = ReadyMade<z.output<typeof schemas.list>>

/** A checked answer, its JSON made once, when it is first asked for: no later request has to pay for it. */
const answer = <T extends z.ZodType>(schema: T, body: unknown): ReadyMade<z.output<T>> => ReadyMade.of(schema.parse(body))

const listBody = (results: PublishedResource[], next_cursor: string | null) =>
  schemas.list.parse({ success: true, data: { results: results.map(libraryItem), next_cursor } })

/** One answer for each resource, made when it is first asked for: after a publish nobody should have to wait for 2,000 of them. */
function onePerResource<T>(resourceOf: (id: string) => PublishedResource | undefined, make: (resource: PublishedResource) => T) {
  const made = new Map<string, T>()
  return (id: string): T | undefined => {
    const known = made.get(id)
    if (known) return known
    const resource = resourceOf(id)
    if (!resource) return undefined
    const first = make(resource)
    made.set(id, first)
    return first
  }
}

function contentAnswers(content: ReturnType<typeof resourceContent>) {
  const part = (html = '') => answer(schemas.part, { success: true, data: { html } })
  const prerequisite = content.prerequisite?.html ?? ''
  return {
    content: answer(schemas.content, { success: true, data: content }),
    // Both ways of reading it are in use (D-56).
    prerequisite: answer(schemas.prerequisite, { success: true, html: prerequisite, data: { html: prerequisite } }),
    prompt: part(content.prompt?.html),
    codeSample: part(content.code_sample?.html),
    additionalInstructions: part(content.additional_instructions?.html),
  }
}
type ContentAnswers = ReturnType<typeof contentAnswers>

async function shelfOf(catalogue: Catalogue) {
  const { resources, places } = catalogue
  const pages = new Kept<List>(PAGES_BYTES, ({ size }) => size)
  const resourceOf = (id: string): PublishedResource | undefined => resources[places.get(id) ?? -1]

  return {
    resourceOf,
    list: await ReadyMade.compressed(listBody(resources, null)),

    /** A page of the list that follows the resource `cursor`; undefined if that one is not there any more. */
    async page(limit = resources.length + 1, cursor?: string): Promise<List | undefined> {
      const from = cursor === undefined ? 0 : (places.get(cursor) ?? Number.NaN) + 1
      if (Number.isNaN(from)) return undefined
      const key = `${limit} ${from}`
      const make = async () => {
        const results = resources.slice(from, from + limit)
        const next_cursor = from + limit < resources.length ? (results.at(-1)?.id ?? null) : null
        return ReadyMade.of(listBody(results, next_cursor))
      }
      return pages.peek(key) ?? (await pages.load(key, make))
    },

    propertiesOf: onePerResource(resourceOf, (resource) => {
      const data = { ...libraryItem(resource), enhancedData: enhancedData(relatedTo(resource, catalogue)) }
      return answer(schemas.properties, { success: true, data })
    }),

    relatedTo: onePerResource(resourceOf, (resource) => {
      return answer(schemas.related, { success: true, data: relatedTo(resource, catalogue).map(relatedResource) })
    }),

    /** Filled as resources are opened. */
    contents: new Kept<ContentAnswers>(CONTENT_BYTES, (made) => Object.values(made).reduce((sum, { size }) => sum + size, 0)),
  }
}

/** The shelf of this process: filled from the mirror by the first request, emptied whenever anything is published. */
export function libraryShelf(app: FastifyInstance, config: Config) {
  const published = publishedContent(app.db)
  const links = fileLinks(config.fileSigningKey)
  const shelf = keptValue(async () => shelfOf(catalogueOf(await published.resources())))
  app.onPublished(shelf.forget)

  return {
    /** What is published now: at once when it is in memory, else as soon as it is read. */
    current: shelf.get,

    /** All that a resource says, as answers; undefined if there is no such resource. */
    async contentOf(id: string): Promise<ContentAnswers | undefined> {
      const { resourceOf, contents } = await shelf.get()
      const resource = resourceOf(id)
      if (!resource) return undefined
      // Addresses of pictures end after an hour or two, and the answers that hold them with them.
      const expires = links.expiryAt(new Date())
      const key = `${resource.page_id} ${expires}`
      const address = (hash: string): string => config.publicApiUrl + links.signed(hash, expires)
      const make = async () => {
        const parts = await published.resourceParts(resource.page_id)
        return parts && contentAnswers(resourceContent(parts, address))
      }
      return contents.peek(key) ?? (await contents.load(key, make))
    },
  }
}
