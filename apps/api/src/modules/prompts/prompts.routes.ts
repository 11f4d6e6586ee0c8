import { contract, type PromptSummary, type UserPrompt } from '@academy/contract'
import { PROMPT_LIMITS } from '@academy/contract/prompt-fields'
import { listedFields } from '@academy/contract/prompt-template'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUuid } from '../../database/is-uuid.ts'
import { compressFor } from '../../http/cached-response.ts'
import { serveRoutes, serveSerializedRoutes } from '../../http/contract-routes.ts'
import { conflict, orNotFound } from '../../http/errors.ts'
import { changedElsewhere, etagOf, versionsToChange } from '../../http/if-match.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { type ConvertPage, promptLister } from './list-prompts.store.ts'
import { originals } from './originals.ts'
import { createPrompt, deletePrompt, findPrompt, findVersion, listVersions, saveCopy, setFavourite, updatePrompt } from './prompts.store.ts'

const LIMIT_MESSAGE = `My Prompts holds at most ${PROMPT_LIMITS.prompts.toLocaleString('en')} prompts, and ${PROMPT_LIMITS.text.toLocaleString('en')} characters in all of them. Delete one that you no longer need, then save again.`
const ID_MESSAGE = 'Another prompt has this id. Choose another id.'
const CONFLICT_MESSAGE = 'This prompt was changed in another tab or on another device. Load it again before you save.'

/** The ETag of a list, with its version. */
const ETAG = /^(?:W\/)?"([^"]*)"$/

type Exchange = {
  request: Pick<FastifyRequest, 'user' | 'headers'>
  reply: { raw: unknown; headers: (values: Record<string, string>) => unknown }
}

/** Replaces the long texts of the prompts on a page by the names of their fields. */
const summarizePage: ConvertPage = (json) => {
  const summaries = (JSON.parse(`[${json}]`) as UserPrompt[]).map(({ content, code: _code, ...rest }) => ({
    ...rest,
    fields: listedFields(content),
  }))
  return JSON.stringify(summaries).slice(1, -1)
}

/** Runs a query on a prompt. @throws HttpError 404 if the account has no prompt with this id. */
const requirePrompt = async <T>(id: string, run: () => Promise<T | undefined>): Promise<T> =>
  orNotFound(isUuid(id) ? await run() : undefined, 'Prompt')

/** Serves My Prompts. Each account sees only its own prompts, and needs `my_prompts`. */
export async function promptRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', app.requireEntitlement('my_prompts'))
  const listPrompts = promptLister(app.db)
  /** Returns the list as the body of a response; 304 without a body if the client has this version. */
  const sendList = async <Body>({ request, reply }: Exchange, convert?: ConvertPage): Promise<{ status: 200; body: Body }> => {
    // The contract declares neither serialized bodies nor 304.
    type Response = { status: 200; body: Body }
    const { id: accountId } = request.user
    const known = ETAG.exec(request.headers['if-none-match'] ?? '')?.[1]
    const load = async (signal: AbortSignal) => {
      const { version, json } = await listPrompts({ accountId, known, signal, ...(convert && { convert }) })
      return { version, response: json === undefined ? undefined : await compressFor(request, json) }
    }
    const { version, response } = await app.inTurn({ accountId, reply }, load)
    reply.headers({ etag: `W/"${version}"` })
    if (response === undefined) return { status: 304 } as unknown as Response
    reply.headers(response.headers)
    return { status: 200, body: response.body } as unknown as Response
  }
  const original = originals(app)

  const { list, summaries, ...onePrompt } = contract.prompts
  await serveSerializedRoutes({ list, summaries }, app, {
    // prompts.test.ts checks the JSON against the contract.
    list: async (exchange) => await sendList<UserPrompt[]>(exchange),
    summaries: async (exchange) => await sendList<PromptSummary[]>(exchange, summarizePage),
  })

  await serveRoutes(onePrompt, app, {
    create: async ({ request: { user }, body }) => {
      const created = await createPrompt(app.db, user.id, body)
      if ('prompt' in created) return { status: 201, body: serializeDates(created.prompt) }
      throw created.refused === 'full' ? conflict(LIMIT_MESSAGE) : conflict(ID_MESSAGE, { id: ID_MESSAGE })
    },
    copy: async ({ request: { user }, body }) => {
      const texts = await original.copyOf(user, body)
      const saved = await saveCopy(app.db, user.id, body, texts)
      if (!saved) throw conflict(LIMIT_MESSAGE)
      return { status: saved.isNew ? 201 : 200, body: serializeDates(saved.prompt) }
    },
    get: async ({ request: { user }, params: { id }, reply }) => {
      const prompt = await requirePrompt(id, () => findPrompt(app.db, user.id, id))
      reply.headers(etagOf(prompt))
      return { status: 200, body: serializeDates(prompt) }
    },
    update: async ({ request: { user, headers }, params: { id }, query: { updated_at }, body, reply }) => {
      const versions = versionsToChange(headers, updated_at)
      const change = await requirePrompt(id, () => updatePrompt(app.db, { accountId: user.id, id, versions }, body))
      if ('refused' in change) throw change.refused === 'full' ? conflict(LIMIT_MESSAGE) : changedElsewhere(headers, CONFLICT_MESSAGE)
      reply.headers(etagOf(change.prompt))
      return { status: 200, body: serializeDates(change.prompt) }
    },
    favourite: async ({ request: { user }, params: { id }, body: { favourite } }) => {
      const prompt = await requirePrompt(id, () => setFavourite(app.db, user.id, id, favourite))
      return { status: 200, body: serializeDates(prompt) }
    },
    origin: async ({ request: { user }, params: { id } }) => {
      const prompt = await requirePrompt(id, () => findPrompt(app.db, user.id, id))
      return { status: 200, body: await original.currentState(user, orNotFound(prompt.origin ?? undefined, 'Original')) }
    },
    versions: async ({ request: { user }, params: { id } }) => {
      const versions = await requirePrompt(id, () => listVersions(app.db, user.id, id))
      return { status: 200, body: versions.map(serializeDates) }
    },
    version: async ({ request: { user }, params: { id, versionId } }) => {
      const key = { accountId: user.id, promptId: id, id: versionId }
      const version = isUuid(id) && isUuid(versionId) ? await findVersion(app.db, key) : undefined
      return { status: 200, body: serializeDates(orNotFound(version, 'Version')) }
    },
    remove: async ({ request: { user, headers }, params: { id } }) => {
      const isDeleted = await requirePrompt(id, () => deletePrompt(app.db, user.id, id, versionsToChange(headers, undefined)))
      if (!isDeleted) throw changedElsewhere(headers, CONFLICT_MESSAGE)
      return { status: 204, body: undefined }
    },
  })
}
