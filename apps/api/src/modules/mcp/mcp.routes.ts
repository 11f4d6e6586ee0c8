import type { EndpointAccess } from '@academy/contract/token-scopes'
import { createAcademyServer } from '@academy/mcp'
import { createMcpHandler, getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { accountTurns } from '../../http/account-turns.ts'
import { HttpError } from '../../http/errors.ts'
import { LARGE_BODY } from '../../http/json-parser.ts'
import { createInProcessClient } from './in-process-client.ts'

/** The path of the MCP server. It is not in the contract, which describes JSON resources, because it speaks JSON-RPC. */
const MCP_PATH = '/mcp'

/** Accepts every token, because the endpoints behind the server require their own scopes. */
const access: EndpointAccess = { auth: 'bearer', scope: 'any' }

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

/**
 * Serves the academy's MCP server over Streamable HTTP, without sessions: each request gets a server of its own. The server sends no
 * messages of its own accord, so it sends each response at once and refuses subscriptions.
 */
export async function mcpRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const mcpUrl = (config.publicApiUrl || config.webOrigin) + MCP_PATH
  const resourceMetadata = `resource_metadata="${getOAuthProtectedResourceMetadataUrl(new URL(mcpUrl))}"`
  // Not the turns of the endpoints, for which a call waits.
  const inTurn = accountTurns()
  // Browsers send an Origin; other clients do not.
  app.addHook('onRequest', async ({ headers: { origin } }) => {
    if (origin !== undefined && origin !== config.webOrigin)
      throw new HttpError(403, 'forbidden', 'Only pages of the academy may call this address from a browser.')
  })
  // Says to programs where they get access.
  app.addHook('onSend', async (_request, reply) => {
    const challenge = reply.getHeader('www-authenticate')
    if (typeof challenge !== 'string') return
    const scope = challenge.includes('scope=') ? '' : ', scope="content:read prompts:read"'
    reply.header('www-authenticate', `${challenge}${challenge === 'Bearer' ? ' ' : ', '}${resourceMetadata}${scope}`)
  })
  // The protocol's handler parses the body, because it has errors of its own for invalid JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.post(
    MCP_PATH,
    { config: { tsRestRoute: { metadata: access }, acceptsPrograms: true } as object },
    async (request, reply): Promise<FastifyReply> => {
      if (typeof request.body === 'string' && request.body.trimStart().startsWith('[')) return reply.code(400).send(BATCH_REFUSED)
      if (String(request.body).length > LARGE_BODY) await app.limit.largeBodies(request)
      let refusal: HttpError | undefined
      const answer = async (signal: AbortSignal) => {
        const { client, refusalOf, end } = createInProcessClient(request, signal)
        const handler = createMcpHandler(
          () =>
            createAcademyServer({
              client,
              webUrl: config.webOrigin,
              courseId: config.masterCourseId,
              signInHint: `Connect the academy again, or create an access token at ${config.webOrigin}/settings/tokens.`,
              announcesChanges: false,
              onRefusal: (error) => {
                refusal ??= refusalOf(error)
              },
            }),
          { maxSubscriptions: 0, keepAliveMs: 0, onerror: (err) => request.log.debug({ err }, 'refused an MCP request') },
        )
        try {
          const response = await handler.fetch(toWebRequest(request, mcpUrl))
          return { response, body: await response.text() }
        } finally {
          await handler.close()
          end()
        }
      }
      const { response, body } = await inTurn({ accountId: request.user.id, reply }, answer)
      if (refusal !== undefined) throw refusal
      return reply.code(response.status).headers(Object.fromEntries(response.headers)).send(body)
    },
  )
}
