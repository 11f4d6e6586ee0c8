import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { contractRoutes } from '../../plugins/contract-routes.ts'
import { errorBody } from '../../plugins/errors.ts'
import { readyMadeAnswers } from '../../plugins/ready-made.ts'
import { libraryShelf } from './shelf.ts'

const s = initServer()

const ok = <T>(body: T) => ({ status: 200 as const, body })

const missing = (request: FastifyRequest) => ({
  status: 404 as const,
  body: errorBody(request, 'not_found', 'Resource not found'),
})

const lostPlace = (request: FastifyRequest) => {
  const message = 'The list has changed, and this cursor is not valid any more. Start again without one.'
  return { status: 400 as const, body: errorBody(request, 'invalid_request', message, { cursor: message }) }
}

/**
 * The Prompt Library, out of the mirror alone. All of it, the list included, is for whoever holds `resources` (D-53): the others learn
 * nothing, not even what exists.
 */
export async function libraryRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const shelf = libraryShelf(app, config)
  app.addHook('onRequest', app.requireEntitlement('resources'))
  await app.register(readyMadeAnswers)

  type ContentAnswers = NonNullable<Awaited<ReturnType<typeof shelf.contentOf>>>
  const part = async <Name extends keyof ContentAnswers>(request: FastifyRequest, id: string, name: Name) => {
    const answers = await shelf.contentOf(id)
    return answers ? ok(answers[name]) : missing(request)
  }

  const router = s.router(contract.library, {
    list: async ({ request, query: { limit, cursor } }) => {
      const current = await shelf.current()
      if (limit === undefined && cursor === undefined) return ok(current.list)
      const body = await current.page(limit ?? current.list.data.results.length + 1, cursor)
      return body ? ok(body) : lostPlace(request)
    },
    properties: async ({ request, params: { id } }) => {
      const body = (await shelf.current()).propertiesOf(id)
      return body ? ok(body) : missing(request)
    },
    relatedResources: async ({ request, params: { id } }) => {
      const body = (await shelf.current()).relatedTo(id)
      return body ? ok(body) : missing(request)
    },
    content: ({ request, params: { id } }) => part(request, id, 'content'),
    prerequisite: ({ request, params: { id } }) => part(request, id, 'prerequisite'),
    prompt: ({ request, params: { id } }) => part(request, id, 'prompt'),
    codeSample: ({ request, params: { id } }) => part(request, id, 'codeSample'),
    additionalInstructions: ({ request, params: { id } }) => part(request, id, 'additionalInstructions'),
  })
  // The answers were checked against the contract when they were made.
  await app.register(s.plugin(router), { ...contractRoutes, responseValidation: false })
}
