import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { directRoutes } from '../../plugins/direct-routes.ts'
import { Refusal } from '../../plugins/errors.ts'
import { libraryShelf } from './shelf.ts'

const missing = () => new Refusal(404, 'not_found', 'Resource not found')

const lostPlace = () => {
  const message = 'The list has changed, and this cursor is not valid any more. Start again without one.'
  return new Refusal(400, 'invalid_request', message, {}, { cursor: message })
}

/**
 * The Prompt Library, out of the mirror alone. All of it, the list included, is for whoever holds `resources` (D-53): the others learn
 * nothing, not even what exists.
 */
export async function libraryRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const shelf = libraryShelf(app, config)
  app.addHook('onRequest', app.requireEntitlement('resources'))

  type ContentAnswers = NonNullable<Awaited<ReturnType<typeof shelf.contentOf>>>
  const part = async <Name extends keyof ContentAnswers>(id: string, name: Name) => (await shelf.contentOf(id))?.[name] ?? missing()

  await app.register(
    directRoutes(contract.library, {
      list: async ({ query: { limit, cursor } }) => {
        const current = await shelf.current()
        if (limit === undefined && cursor === undefined) return current.list
        return (await current.page(limit, cursor)) ?? lostPlace()
      },
      properties: async ({ params: { id } }) => (await shelf.current()).propertiesOf(id) ?? missing(),
      relatedResources: async ({ params: { id } }) => (await shelf.current()).relatedTo(id) ?? missing(),
      content: ({ params: { id } }) => part(id, 'content'),
      prerequisite: ({ params: { id } }) => part(id, 'prerequisite'),
      prompt: ({ params: { id } }) => part(id, 'prompt'),
      codeSample: ({ params: { id } }) => part(id, 'codeSample'),
      additionalInstructions: ({ params: { id } }) => part(id, 'additionalInstructions'),
    }),
  )
}
