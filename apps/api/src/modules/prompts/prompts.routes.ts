import { contract, type UserPrompt } from '@academy/contract'
import { PROMPT_LIMITS } from '@academy/contract/prompt-fields'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUuid } from '../../database/is-uuid.ts'
import { contractRoutes, serializedContractRoutes } from '../../http/contract-routes.ts'
import { errorBody } from '../../http/errors.ts'
import { promptLister } from './list-prompts.store.ts'
import { originals } from './originals.ts'
import {
  deletePrompt,
  findPrompt,
  findVersion,
  insertPrompt,
  listVersions,
  type StoredPrompt,
  saveCopy,
  setFavourite,
  updatePrompt,
} from './prompts.store.ts'

const s = initServer()

const toResponse = ({ created_at, updated_at, ...prompt }: StoredPrompt): UserPrompt => ({
  ...prompt,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const missing = (request: FastifyRequest, what = 'Prompt') => ({
  status: 404 as const,
  body: errorBody(request, 'not_found', `${what} not found`),
})

const conflict = (request: FastifyRequest, message: string, field?: string) => ({
  status: 409 as const,
  body: errorBody(request, 'conflict', message, field === undefined ? undefined : { [field]: message }),
})

const LIMIT_MESSAGE = `My Prompts holds at most ${PROMPT_LIMITS.prompts.toLocaleString('en')} prompts, and ${PROMPT_LIMITS.text.toLocaleString('en')} characters in all of them. Delete one that you no longer need, then save again.`
const CONFLICT_MESSAGE = 'This prompt was changed in another tab or on another device. Load it again before you save.'

/** Serves My Prompts. Each account sees only its own prompts, and needs `my_prompts` (D-61). */
export async function promptRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', app.requireEntitlement('my_prompts'))
  const listPrompts = promptLister(app.db)
  const original = originals(app)

  const { list, ...onePrompt } = contract.prompts
  const listRouter = s.router(
    { list },
    {
      list: async ({ request: { user }, reply }) => {
        reply.type('application/json; charset=utf-8')
        // Postgres builds the JSON; prompts.test.ts checks it against the contract.
        return { status: 200, body: (await listPrompts(user.id)) as unknown as UserPrompt[] }
      },
    },
  )
  await app.register(s.plugin(listRouter), serializedContractRoutes)

  const router = s.router(onePrompt, {
    create: async ({ request, body }) => {
      const created = await insertPrompt(app.db, request.user.id, body)
      return created ? { status: 201, body: toResponse(created) } : conflict(request, LIMIT_MESSAGE)
    },
    copy: async ({ request, body }) => {
      const texts = await original.copyOf(request.user, body)
      const saved = await saveCopy(app.db, request.user.id, body, texts)
      return saved ? { status: saved.isNew ? 201 : 200, body: toResponse(saved.prompt) } : conflict(request, LIMIT_MESSAGE)
    },
    get: async ({ request, params: { id } }) => {
      const found = isUuid(id) ? await findPrompt(app.db, request.user.id, id) : undefined
      return found ? { status: 200, body: toResponse(found) } : missing(request)
    },
    update: async ({ request, params: { id }, query: { updated_at }, body }) => {
      if (!isUuid(id)) return missing(request)
      const version = updated_at === undefined ? undefined : new Date(updated_at)
      const change = await updatePrompt(app.db, { accountId: request.user.id, id, version }, body)
      if ('prompt' in change) return { status: 200, body: toResponse(change.prompt) }
      if (change.refused === 'missing') return missing(request)
      return change.refused === 'full' ? conflict(request, LIMIT_MESSAGE) : conflict(request, CONFLICT_MESSAGE, 'updated_at')
    },
    favourite: async ({ request, params: { id }, body: { favourite } }) => {
      const found = isUuid(id) ? await setFavourite(app.db, request.user.id, id, favourite) : undefined
      return found ? { status: 200, body: toResponse(found) } : missing(request)
    },
    origin: async ({ request, params: { id } }) => {
      const found = isUuid(id) ? await findPrompt(app.db, request.user.id, id) : undefined
      if (!found?.origin) return missing(request, found ? 'Original' : 'Prompt')
      return { status: 200, body: await original.currentState(request.user, found.origin) }
    },
    versions: async ({ request, params: { id } }) => {
      const found = isUuid(id) ? await listVersions(app.db, request.user.id, id) : undefined
      if (!found) return missing(request)
      return { status: 200, body: found.map(({ saved_at, ...version }) => ({ ...version, saved_at: saved_at.toISOString() })) }
    },
    version: async ({ request, params: { id, versionId } }) => {
      const key = { accountId: request.user.id, promptId: id, id: versionId }
      const found = isUuid(id) && isUuid(versionId) ? await findVersion(app.db, key) : undefined
      if (!found) return missing(request, 'Version')
      const { saved_at, ...version } = found
      return { status: 200, body: { ...version, saved_at: saved_at.toISOString() } }
    },
    remove: async ({ request, params: { id } }) => {
      const isDeleted = isUuid(id) && (await deletePrompt(app.db, request.user.id, id))
      return isDeleted ? { status: 204, body: undefined } : missing(request)
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}
