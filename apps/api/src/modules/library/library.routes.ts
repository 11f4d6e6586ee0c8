import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { sendCached } from '../../http/cached-response.ts'
import { serveRoutes, serveSerializedRoutes } from '../../http/contract-routes.ts'
import { conflict, orNotFound } from '../../http/errors.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { recordCopy } from '../content/read/copied-prompts.store.ts'
import { publishedContent } from '../content/read/published-content.store.ts'
import { libraryCache } from './library-cache.ts'
import { findVote, hashResource, resourcesToCheck, saveVote } from './votes.store.ts'

const orResourceNotFound = <T>(resource: T | undefined): T => orNotFound(resource, 'Resource')

const { toCheck, vote, saveVote: saveVoteRoute, ...readRoutes } = contract.library

/** Serves the Prompt Library from the mirror. All of it requires `resources`. */
export async function libraryRoutes(app: FastifyInstance): Promise<void> {
  const cache = libraryCache(app)
  app.addHook('onRequest', app.requireEntitlement('resources'))

  await serveSerializedRoutes(readRoutes, app, {
    list: async (exchange) => {
      const { limit, cursor } = exchange.query
      const current = await cache.current()
      if (limit === undefined && cursor === undefined) return sendCached(exchange, current.list)
      const page = await current.page(limit, cursor)
      if (!page) throw conflict('The list has changed, and this cursor is no longer valid. Start again without one.')
      return sendCached(exchange, page)
    },
    prompts: async (exchange) => sendCached(exchange, await cache.prompts()),
    properties: async (exchange) => sendCached(exchange, orResourceNotFound((await cache.current()).propertiesOf(exchange.params.id))),
    relatedResources: async (exchange) =>
      sendCached(exchange, orResourceNotFound((await cache.current()).relatedResourcesOf(exchange.params.id))),
    // Coding tools read a prompt here, before they use it or install it as a skill.
    content: async (exchange) => {
      const { request, params } = exchange
      const { content } = orResourceNotFound(await cache.contentOf(params.id))
      if (request.user.token) await recordCopy(app.db, { account_id: request.user.id, kind: 'library', source_id: params.id })
      return sendCached(exchange, content)
    },
    prerequisite: async (exchange) => sendCached(exchange, orResourceNotFound(await cache.contentOf(exchange.params.id)).prerequisite),
    prompt: async (exchange) => sendCached(exchange, orResourceNotFound(await cache.contentOf(exchange.params.id)).prompt),
    codeSample: async (exchange) => sendCached(exchange, orResourceNotFound(await cache.contentOf(exchange.params.id)).codeSample),
    additionalInstructions: async (exchange) =>
      sendCached(exchange, orResourceNotFound(await cache.contentOf(exchange.params.id)).additionalInstructions),
  })

  const published = publishedContent(app.db)
  const keyOf = async (account_id: string, resource_id: string, seenHash?: string) => {
    const { parts } = orResourceNotFound(await published.resource(resource_id))
    const text_hash = hashResource(parts)
    if (seenHash !== undefined && seenHash !== text_hash)
      throw conflict('The text of this prompt has changed. Load it again, and try it before you answer.')
    return { account_id, resource_id, text_hash }
  }
  await serveRoutes({ vote, saveVoteRoute }, app, {
    vote: async ({ params: { id }, request: { user } }) => {
      const key = await keyOf(user.id, id)
      return { status: 200, body: { success: true, data: { worked: await findVote(app.db, key), text_hash: key.text_hash } } }
    },
    saveVoteRoute: async ({ params: { id }, request: { user }, body: { worked, text_hash } }) => {
      const key = await keyOf(user.id, id, text_hash)
      await saveVote(app.db, key, worked)
      return { status: 200, body: { success: true, data: { worked, text_hash: key.text_hash } } }
    },
  })
}

/** Serves to the admin the list of prompts that their authors should try again. */
export async function adminLibraryRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes({ toCheck }, app, {
    toCheck: async () => {
      const resources = await resourcesToCheck(app.db, new Date())
      const data = resources.map((resource) => ({
        ...serializeDates(resource),
        title: resource.name,
        url: `https://www.notion.so/${resource.page_id}`,
      }))
      return { status: 200, body: { success: true, data } }
    },
  })
}
