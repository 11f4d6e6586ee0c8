import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { refuseInvalidInput } from '../control/refuse-invalid-input.ts'
import type { ServiceOptions } from '../service.ts'
import { blockRoutes } from './blocks.routes.ts'
import type { NotionContext } from './context.ts'
import { controlRoutes } from './control.routes.ts'
import { dataSourceRoutes } from './data-sources.routes.ts'
import { databaseRoutes } from './databases.routes.ts'
import { fileUploadRoutes } from './file-uploads.routes.ts'
import { fileRoutes } from './files.routes.ts'
import { createFileLinks } from './files.ts'
import { MAX_UPLOAD_BYTES, NOTION_TOKEN, NOTION_VERSION } from './identity.ts'
import { errorBody, fromDatabaseError, invalid, NotionError } from './notion-error.ts'
import { pageRoutes } from './pages.routes.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'
import { createRequestCounts } from './request-counts.ts'
import { searchRoutes } from './search.routes.ts'
import { prepareWorkspace } from './tables.ts'
import { userRoutes } from './users.routes.ts'
import { viewRoutes } from './view.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export { NOTION_ROOT_PAGE_ID, NOTION_TOKEN } from './identity.ts'

type NotionStandinOptions = ServiceOptions & {
  /** Default: Notion's limit of three requests a second, with some burst. */
  limiter?: RateLimiter
}

const MAX_JSON_BYTES = 500 * 1024

/**
 * The age of the edit times of a new workspace's first pages, in milliseconds. Notion rounds edit times to minutes, so a sync reads a page again
 * if its edit is recent. With older times a sync reads each page once.
 */
const FIRST_EDIT_AGE_MS = 3 * 60_000

function authorize(request: FastifyRequest) {
  if (request.headers.authorization === `Bearer ${NOTION_TOKEN}`) return
  throw new NotionError(401, 'unauthorized', 'API token is invalid.')
}

function checkVersion(request: FastifyRequest) {
  const version = request.headers['notion-version']
  if (version === NOTION_VERSION) return
  const [code, should] =
    version === undefined ? (['missing_version', 'defined'] as const) : (['validation_error', `\`"${NOTION_VERSION}"\``] as const)
  const shown = version === undefined ? 'undefined' : JSON.stringify(version)
  throw new NotionError(
    400,
    code,
    `Notion-Version header failed validation: Notion-Version header should be ${should}, instead was \`${shown}\`.`,
  )
}

function parseJson(body: string | Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(String(body))
  } catch {
    throw new NotionError(400, 'invalid_json', 'Error parsing JSON body.')
  }
}

/** Converts errors of the stand-in, Fastify and Postgres to Notion's. */
function toNotionError(error: unknown): NotionError {
  if (error instanceof NotionError) return error
  const code = String((error as FastifyError).code ?? '')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return invalid(`body failed validation: body.length should be ≤ \`${MAX_JSON_BYTES}\`.`)
  if (code.startsWith('FST_ERR_CTP')) return invalid('Content-Type should be application/json.')
  return fromDatabaseError(code) ?? new NotionError(500, 'internal_server_error', 'Unexpected error occurred.')
}

const faultCodes: Readonly<Record<number, [NotionError['code'], string]>> = {
  // a Free workspace at its block limit refuses to create blocks
  403: ['workspace_block_limit_reached', 'This workspace has reached its block limit. Upgrade the plan to add more blocks.'],
  404: ['object_not_found', 'Could not find the object. Make sure the relevant pages and databases are shared with your integration.'],
  429: ['rate_limited', 'You have been rate limited. Please try again in a few minutes.'],
  503: ['service_unavailable', 'Notion is unavailable. Please try again later.'],
  409: ['conflict_error', 'Conflict occurred while saving. Please try again.'],
}

function faultBody({ status }: { status: number }) {
  const [code, message] = faultCodes[status] ?? ['internal_server_error', 'Unexpected error occurred.']
  return errorBody({ status, code, message }, randomUUID())
}

function apiRoutes(app: FastifyInstance, context: NotionContext) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_JSON_BYTES },
    async (_request: FastifyRequest, body: string) => parseJson(body),
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: MAX_UPLOAD_BYTES + 64 * 1024 },
    async (_request: FastifyRequest, body: Buffer) => body,
  )
  app.addHook('preSerialization', async (_request, _reply, payload) =>
    typeof payload === 'object' && payload !== null ? { ...payload, request_id: randomUUID() } : payload,
  )
  userRoutes(app)
  blockRoutes(app, context)
  pageRoutes(app, context)
  databaseRoutes(app, context)
  dataSourceRoutes(app, context)
  searchRoutes(app, context)
  fileUploadRoutes(app, context)
}

/**
 * Serves Notion's API (version 2026-03-11) for a workspace stored in Postgres. Register it under `/notion` and give `@notionhq/client`
 * that URL as `baseUrl`. It is as strict as Notion, and refuses features that it does not support.
 */
export async function notionStandin(app: FastifyInstance, options: NotionStandinOptions): Promise<void> {
  const { sql, clock, faults, publicUrl } = options
  const { fileKey, isNew } = await prepareWorkspace(sql, clock.now('notion'))
  const limiter = options.limiter ?? createRateLimiter()
  const now = () => new Date(clock.now('notion').getTime() - (isNew && limiter.isLifted() ? FIRST_EDIT_AGE_MS : 0))
  const links = createFileLinks({ key: fileKey, baseUrl: `${publicUrl}/notion/files` })
  const webhooks = await createWebhooks({ sql, clock, now, log: app.log })
  app.addHook('onClose', () => webhooks.close())
  const context: NotionContext = { sql, now, links, publicUrl, webhooks }
  const counts = createRequestCounts()

  viewRoutes(app, context)
  await app.register(
    async (control) => {
      refuseInvalidInput(control)
      controlRoutes(control, context, counts)
      webhookRoutes(control, sql, webhooks)
    },
    { prefix: '/control' },
  )
  await app.register(async (service) => {
    counts.countIn(service)
    service.addHook('onRequest', faults.apply('notion', faultBody))
    service.setErrorHandler((error, request, reply) => {
      const converted = toNotionError(error)
      if (converted.status >= 500) request.log.error(error)
      if (converted.retryAfterSeconds !== undefined) reply.header('retry-after', converted.retryAfterSeconds)
      return reply.code(converted.status).send(errorBody(converted, randomUUID()))
    })
    fileRoutes(service, context)
    await service.register(async (api) => guardedApi(api, context, limiter), { prefix: '/v1' })
  })
}

function guardedApi(api: FastifyInstance, context: NotionContext, limiter: RateLimiter) {
  api.addHook('onRequest', async (request) => {
    authorize(request)
    checkVersion(request)
    limiter.take()
  })
  api.setNotFoundHandler(() => {
    throw new NotionError(400, 'invalid_request_url', 'Invalid request URL.')
  })
  apiRoutes(api, context)
}
