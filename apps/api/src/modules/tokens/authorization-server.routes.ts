import type { EndpointAccess } from '@academy/contract/token-scopes'
import { tokenScopes } from '@academy/contract/token-scopes'
import { oauthMetadataResponse } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../../http/errors.ts'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { authorizationServerMetadata, DEFAULT_SCOPE, issuerOf, mcpUrlOf, OAUTH_PATHS } from './authorization-server.ts'
import { showRefusals } from './error-page.ts'

const access: EndpointAccess = { auth: 'public' }
const open = { config: { tsRestRoute: { metadata: access } } as object }

const METADATA_PATHS = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
]

const otherBrowser = () =>
  new HttpError(403, 'forbidden', 'This request was allowed or refused in another browser. Connect your program again, in one browser.')

/**
 * Hands requests of browsers and programs to the authorization server, and serves its metadata. It is not in the contract, because OAuth has
 * specifications of its own.
 */
export async function authorizationServerRoutes(app: FastifyInstance): Promise<void> {
  const provider = app.authorizationServer
  const issuer = issuerOf(app.config)
  const { host, protocol } = new URL(issuer)
  const handle = provider.callback()
  app.addHook('onRequest', app.limit.publicRoutes)
  // The provider reads bodies itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))

  const handOver = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { raw } = request
    // The URLs of the provider are those of the academy, whatever the request says.
    Object.assign(raw.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': request.ip,
    })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    await handle(raw, reply.raw)
  }

  const withResume = `${OAUTH_PATHS.authorization}/:requestId`
  const page = { ...open, errorHandler: showRefusals(app.config) }
  app.get(OAUTH_PATHS.authorization, { ...page, onRequest: app.limit.deviceLogins }, async (request, reply) => {
    const { scope } = request.query as { scope?: unknown }
    // A default, which the standard asks for (RFC 6749, 3.3).
    if (scope === undefined) request.raw.url += `${request.url.includes('?') ? '&' : '?'}scope=${encodeURIComponent(DEFAULT_SCOPE)}`
    await handOver(request, reply)
  })
  app.get(withResume, page, async (request, reply) => {
    const { requestId } = request.params as { requestId: string }
    const { confirmation } = request.query as { confirmation?: unknown }
    const expected = (await provider.Interaction.find(requestId))?.result?.confirmation
    // The provider's cookie says which browser began the request, and this which one decided.
    if (typeof confirmation !== 'string' || hashToken(confirmation) !== expected) throw otherBrowser()
    await handOver(request, reply)
  })
  app.post(OAUTH_PATHS.token, open, handOver)
  app.post(OAUTH_PATHS.revocation, open, handOver)
  app.post(OAUTH_PATHS.registration, { ...open, onRequest: app.limit.deviceLogins }, handOver)

  const metadata = {
    oauthMetadata: authorizationServerMetadata(issuer),
    resourceServerUrl: new URL(mcpUrlOf(app.config)),
    scopesSupported: [...tokenScopes],
    resourceName: app.config.academyName,
    dangerouslyAllowInsecureIssuerUrl: true,
  }
  for (const path of METADATA_PATHS) {
    // The library serves the metadata of a resource at the address with the path alone.
    const served = path === METADATA_PATHS[0] ? METADATA_PATHS[1] : path
    app.get(path, open, async (_request, reply) => {
      const response = oauthMetadataResponse(new Request(new URL(served ?? path, issuer)), metadata)
      if (response === undefined) throw new Error(`no metadata at ${path}`)
      return reply.headers(Object.fromEntries(response.headers)).send(await response.text())
    })
  }
}
