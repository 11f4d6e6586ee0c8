import type { EndpointAccess } from '@academy/contract/token-scopes'
import { createAcademyServer, createFreeServer } from '@academy/mcp'
import { createMcpHandler, getOAuthProtectedResourceMetadataUrl, type McpServer } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { accountTurns } from '../../http/account-turns.ts'
import { HttpError } from '../../http/errors.ts'
import { LARGE_BODY } from '../../http/json-parser.ts'
import { createInProcessClient } from './in-process-client.ts'

/** The path of the MCP server. It is not in the contract, which describes JSON resources, because it speaks JSON-RPC. */
const MCP_PATH = '/mcp'

/** The path of the MCP server for visitors, which needs no sign-in. */
const FREE_PATH = '/mcp/free'

/** Accepts every token, because the endpoints behind the server require their own scopes. */
const access: EndpointAccess = { auth: 'bearer', scope: 'any' }

const freeAccess: EndpointAccess = { auth: 'public' }

/** The response to a batch. One would count once in the limits, whatever number of calls it holds. */
const BATCH_REFUSED = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Send one message in each request: the protocol has no batches.' },
}

/** Converts the request to a `Request` of the Fetch API, with the headers that the protocol reads. */
function toWebRequest({ headers, body }: FastifyRequest, url: string): Request {
  const protocolHeaders = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && (name === 'accept' || name === 'content-type' || name.startsWith('mcp-')) ? [[name, value]] : [],
  )
  return new Request(url, { method: 'POST', headers: protocolHeaders, body: typeof body === 'string' ? body : '' })
}

const urlOf = ({ publicApiUrl, webOrigin }: Config): string => publicApiUrl || webOrigin

/** Prepares an encapsulated group of routes for the protocol. */
function prepare(app: FastifyInstance): void {
  const { webOrigin } = app.config
  // Browsers send an Origin; other clients do not.
  app.addHook('onRequest', async ({ headers: { origin } }) => {
    if (origin !== undefined && origin !== webOrigin)
      throw new HttpError(403, 'forbidden', 'Only pages of the academy may call this address from a browser.')
  })
  // The protocol's handler parses the body, because it has errors of its own for invalid JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

const isBatch = ({ body }: FastifyRequest): boolean => typeof body === 'string' && body.trimStart().startsWith('[')

type ServerOptions = Parameters<typeof createFreeServer>[0]

/** Answers one message with a server of its own. @throws HttpError for a refusal of an endpoint that the caller has to know. */
async function answerMessage(
  request: FastifyRequest,
  signal: AbortSignal,
  { url, newServer }: { url: string; newServer: (options: ServerOptions) => McpServer },
) {
  const { config } = request.server
  let refusal: HttpError | undefined
  const { client, refusalOf, end } = createInProcessClient(request, signal)
  const options: ServerOptions = {
    client,
    webUrl: config.webOrigin,
    courseId: config.masterCourseId,
    signInHint: `Connect the academy again, or create an access token at ${config.webOrigin}/settings/tokens.`,
    onRefusal: (error) => {
      refusal ??= refusalOf(error)
    },
  }
  const handler = createMcpHandler(() => newServer(options), {
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror: (err) => request.log.debug({ err }, 'refused an MCP request'),
  })
  try {
    const response = await handler.fetch(toWebRequest(request, url))
    const body = await response.text()
    if (refusal !== undefined) throw refusal
    return { response, body }
  } finally {
    await handler.close()
    end()
  }
}

type Answer = Awaited<ReturnType<typeof answerMessage>>

const send = (reply: FastifyReply, { response, body }: Answer): FastifyReply =>
  reply.code(response.status).headers(Object.fromEntries(response.headers)).send(body)

/**
 * Serves the academy's MCP server over Streamable HTTP, without sessions: each request gets a server of its own. The server sends no
 * messages of its own accord, so it sends each response at once and refuses subscriptions.
 */
export async function mcpRoutes(app: FastifyInstance): Promise<void> {
  const url = urlOf(app.config) + MCP_PATH
  const resourceMetadata = `resource_metadata="${getOAuthProtectedResourceMetadataUrl(new URL(url))}"`
  // Not the turns of the endpoints, for which a call waits.
  const inTurn = accountTurns()
  prepare(app)
  // Says to programs where they get access.
  app.addHook('onSend', async (_request, reply) => {
    const challenge = reply.getHeader('www-authenticate')
    if (typeof challenge !== 'string') return
    const scope = challenge.includes('scope=') ? '' : ', scope="content:read prompts:read"'
    reply.header('www-authenticate', `${challenge}${challenge === 'Bearer' ? ' ' : ', '}${resourceMetadata}${scope}`)
  })
  const newServer = (options: ServerOptions) => createAcademyServer({ ...options, announcesChanges: false })

  app.post(
    MCP_PATH,
    { config: { tsRestRoute: { metadata: access }, acceptsPrograms: true } as object },
    async (request, reply): Promise<FastifyReply> => {
      if (isBatch(request)) return reply.code(400).send(BATCH_REFUSED)
      if (String(request.body).length > LARGE_BODY) await app.limit.largeBodies(request)
      const answer = await inTurn({ accountId: request.user.id, reply }, (signal) => answerMessage(request, signal, { url, newServer }))
      return send(reply, answer)
    },
  )
}

/** Serves to visitors the MCP server with free content, in the same way. */
export async function freeMcpRoutes(app: FastifyInstance): Promise<void> {
  prepare(app)
  const options = { url: urlOf(app.config) + FREE_PATH, newServer: createFreeServer }
  app.post(
    FREE_PATH,
    { config: { tsRestRoute: { metadata: freeAccess } } as object, onRequest: app.limit.freeTools },
    async (request, reply): Promise<FastifyReply> => {
      if (isBatch(request)) return reply.code(400).send(BATCH_REFUSED)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      return send(reply, await answerMessage(request, gone.signal, options))
    },
  )
}
