import { createHmac, generateKeyPairSync } from 'node:crypto'
import { tokenScopes } from '@academy/contract/token-scopes'
import fp from 'fastify-plugin'
import Provider, { type ClientMetadata, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/open-database.ts'
import { errorPage, PAGE_POLICY } from './error-page.ts'
import { recordAdapter } from './oauth-records.store.ts'

/** The validity, in days, of what a user grants a program. */
export const GRANT_DAYS = 90
/** The validity of the rest, in seconds. */
const REQUEST_LIFETIME = 600
const CODE_LIFETIME = 60
const ACCESS_TOKEN_LIFETIME = 3_600
const REFRESH_TOKEN_LIFETIME = 30 * 86_400

/** What clients of OpenID Connect ask for as well. Programs get no identity, and every program may refresh its token. */
const OIDC_SCOPES = ['openid', 'offline_access']

/** The scopes of a request that names none, and those that a program learns of first. */
export const DEFAULT_SCOPE = 'content:read prompts:read'

/** The paths of the authorization server. */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const

/** The hosts of the user's own machine (RFC 8252, 7.3). */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Returns the host to which a redirect leads; null for a program on the user's own machine. */
export function redirectHostOf(uri: string): string | null {
  const url = URL.parse(uri)
  return url?.protocol === 'https:' && !LOOPBACK_HOSTS.includes(url.hostname) ? url.host : null
}

/** Returns the URL of the authorization server, at which browsers and programs reach the API. */
export const issuerOf = ({ publicApiUrl, webOrigin }: Config): string => publicApiUrl || webOrigin

/** Returns the URL of the MCP server, for which programs get tokens. */
export const mcpUrlOf = (config: Config): string => `${issuerOf(config)}/mcp`

/** Returns the metadata of the authorization server (RFC 8414). Unlike the provider's own, it names no features of OpenID Connect. */
export function authorizationServerMetadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: issuer + OAUTH_PATHS.authorization,
    token_endpoint: issuer + OAUTH_PATHS.token,
    registration_endpoint: issuer + OAUTH_PATHS.registration,
    revocation_endpoint: issuer + OAUTH_PATHS.revocation,
    scopes_supported: [...tokenScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

/** @throws InvalidScope for a scope that no token has, and for a request for access without one. */
function refuseUnknownScopes({ oidc }: KoaContextWithOIDC): void {
  const requested = [...oidc.requestParamScopes].filter((scope) => !OIDC_SCOPES.includes(scope))
  const unknown = requested.filter((scope) => !(tokenScopes as readonly string[]).includes(scope))
  if (unknown.length > 0) throw new errors.InvalidScope('requested scope is not supported', unknown.join(' '))
  if (requested.length === 0 && oidc.route === 'authorization')
    throw new errors.InvalidScope('no requested scope is supported', [...oidc.requestParamScopes].join(' '))
}

/**
 * Refuses programs on other machines that would receive codes without TLS. Removes what the academy does not use: scopes, because the user decides
 * about them, secrets, and URLs that the provider would fetch.
 */
function prepareMetadata(metadata: ClientMetadata): void {
  for (const uri of [metadata.redirect_uris].flat()) {
    const url = URL.parse(String(uri))
    if (url?.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname))
      throw new errors.InvalidRedirectUri('redirect_uris must use https, or lead to the machine of the user')
  }
  for (const unused of ['scope', 'client_secret', 'client_secret_expires_at', 'jwks_uri', 'sector_identifier_uri'] as const)
    delete metadata[unused]
}

declare module 'fastify' {
  interface FastifyInstance {
    authorizationServer: Provider
  }
}

/**
 * Creates the authorization server for programs: OAuth with codes and PKCE, for public clients. All instances share its records. It keeps no sessions:
 * the user decides in the session of the academy, each time.
 */
function createAuthorizationServer(config: Config, db: Db): Provider {
  const issuer = issuerOf(config)
  const mcpUrl = mcpUrlOf(config)
  const path = '/oauth'
  const settings: Configuration = {
    adapter: recordAdapter(db),
    routes: OAUTH_PATHS,
    scopes: OIDC_SCOPES,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      // Native clients may use any port of the user's machine.
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'EdDSA',
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    extraClientMetadata: {
      // The provider calls the validator for each program, before it validates the rest.
      properties: ['software_id'],
      validator: (_ctx, _key, _value, metadata) => prepareMetadata(metadata),
    },
    // No token is signed, but the provider does not start without a key.
    jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as { kty: 'OKP' }] },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    cookies: {
      keys: [createHmac('sha256', config.fileSigningKey).update('oauth cookies').digest('base64url')],
      short: { path, httpOnly: true, sameSite: 'lax' },
      long: { path, httpOnly: true, sameSite: 'lax' },
    },
    ttl: {
      Interaction: REQUEST_LIFETIME,
      AuthorizationCode: CODE_LIFETIME,
      AccessToken: ACCESS_TOKEN_LIFETIME,
      RefreshToken: REFRESH_TOKEN_LIFETIME,
      Grant: GRANT_DAYS * 86_400,
      Session: REQUEST_LIFETIME,
    },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    // Only what the user has just granted counts, so that each connection asks.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : await oidc.provider.Grant.find(grantId)
    },
    interactions: { url: (_ctx, { uid }) => `${config.webOrigin}/settings/tokens/connect?request=${uid}` },
    renderError: (ctx, { error, error_description }) => {
      ctx.set('content-security-policy', PAGE_POLICY)
      ctx.type = 'html'
      const reason = error_description ?? error
      ctx.body = errorPage(config, `Go back to your program and connect it again. If that does not help, tell its maker: ${reason}.`)
    },
    features: {
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      claimsParameter: { enabled: false },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => mcpUrl,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource) => {
          if (resource !== mcpUrl) throw new errors.InvalidTarget()
          refuseUnknownScopes(ctx)
          return { scope: tokenScopes.join(' '), audience: mcpUrl, accessTokenFormat: 'opaque' }
        },
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
  }
  const provider = new Provider(issuer, settings)
  // The routes set these headers themselves, so that no URL depends on those of a request.
  provider.proxy = true
  return provider
}

/** Creates the authorization server, for the routes that hand requests to it and for the user's decision. */
export const authorizationServer = fp(
  async (app) => {
    const provider = createAuthorizationServer(app.config, app.db)
    // Koa would print errors to the console, also those of clients that leave while they send a body.
    provider.silent = true
    provider.on('server_error', (_ctx, err) => app.log.error({ err }, 'the authorization server failed'))
    app.decorate('authorizationServer', provider)
  },
  { name: 'authorization-server', dependencies: ['database'] },
)
