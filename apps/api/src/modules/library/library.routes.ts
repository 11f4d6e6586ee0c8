import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { serializedContractRoutes } from '../../http/contract-routes.ts'
import { orNotFound, Refusal } from '../../http/errors.ts'
import { sendCached } from '../content/cached-response.ts'
import { libraryCache } from './library-cache.ts'

const s = initServer()

const found = <T>(value: T | undefined): T => orNotFound(value, 'Resource')

const invalidCursor = () => {
  const message = 'The list has changed, and this cursor is not valid any more. Start again without one.'
  return new Refusal(400, 'invalid_request', message, {}, { cursor: message })
}

/** Serves the Prompt Library from the mirror. All of it requires `resources` (D-53). */
export async function libraryRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const cache = libraryCache(app, config)
  app.addHook('onRequest', app.requireEntitlement('resources'))

  const router = s.router(contract.library, {
    list: async ({ query: { limit, cursor }, ...exchange }) => {
      const current = await cache.current()
      if (limit === undefined && cursor === undefined) return sendCached(exchange, current.list)
      const page = await current.page(limit, cursor)
      if (!page) throw invalidCursor()
      return sendCached(exchange, page)
    },
    properties: async ({ params: { id }, ...exchange }) => sendCached(exchange, found((await cache.current()).propertiesOf(id))),
    relatedResources: async ({ params: { id }, ...exchange }) => sendCached(exchange, found((await cache.current()).relatedTo(id))),
    content: async ({ params: { id }, ...exchange }) => sendCached(exchange, found(await cache.contentOf(id)).content),
    prerequisite: async ({ params: { id }, ...exchange }) => sendCached(exchange, found(await cache.contentOf(id)).prerequisite),
    prompt: async ({ params: { id }, ...exchange }) => sendCached(exchange, found(await cache.contentOf(id)).prompt),
    codeSample: async ({ params: { id }, ...exchange }) => sendCached(exchange, found(await cache.contentOf(id)).codeSample),
    additionalInstructions: async ({ params: { id }, ...exchange }) =>
      sendCached(exchange, found(await cache.contentOf(id)).additionalInstructions),
  })
  await app.register(s.plugin(router), serializedContractRoutes)
}
