import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Key = { kid: string; alg: string; privateKey: CryptoKey; publicKey: CryptoKey }

/** Claims that replace the defaults of a token; undefined removes a claim. */
export type Claims = Record<string, unknown>

async function makeKey(alg: 'ES256' | 'RS256'): Promise<Key> {
  return { kid: randomUUID(), alg, ...(await generateKeyPair(alg, { extractable: true })) }
}

/** A user as the provider's admin interface shows it. */
type IssuerUser = { id: string; email: string; created_at: string; email_confirmed_at: string | null; banned_until?: string }

/**
 * An auth provider for tests: its key set, and its users for the service key. Unlike the stand-in it signs any claims, which tests of
 * refusals need.
 */
export async function startTestIssuer(serviceRoleKey: string) {
  const users = new Map<string, IssuerUser>()
  const withoutSession = new Set<string>()
  let keys = [await makeKey('ES256')]
  let down = false
  let refusesDeletions = false
  let keyRequests = 0

  const respond = async (method: string, path: string, authorization: string | undefined): Promise<[number, unknown]> => {
    const asksForKeys = path === '/auth/v1/.well-known/jwks.json'
    if (asksForKeys) keyRequests += 1
    if (down) return [500, { code: 500, error_code: 'unexpected_failure', msg: 'Unexpected failure' }]
    if (asksForKeys) {
      const published = keys.map(async ({ kid, alg, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }))
      return [200, { keys: await Promise.all(published) }]
    }
    if (path === '/auth/v1/user') {
      const user = users.get(decodeJwt(authorization?.replace('Bearer ', '') ?? '').sub ?? '')
      if (user === undefined) return [403, { code: 403, error_code: 'user_not_found', msg: 'User from sub claim in JWT does not exist' }]
      if (!withoutSession.has(user.id)) return [200, user]
      return [403, { code: 403, error_code: 'session_not_found', msg: 'Session from session_id claim in JWT does not exist' }]
    }
    if (authorization !== `Bearer ${serviceRoleKey}`) return [401, { code: 401, error_code: 'no_authorization', msg: 'No service key' }]
    const id = path.replace('/auth/v1/admin/users/', '')
    const user = users.get(id)
    if (method === 'DELETE' && refusesDeletions) {
      return [500, { code: 500, error_code: 'unexpected_failure', msg: 'Database error deleting user' }]
    }
    if (method === 'DELETE' && users.delete(id)) return [200, {}]
    return user ? [200, user] : [404, { code: 404, error_code: 'user_not_found', msg: 'User not found' }]
  }

  const server = createServer(async (request, response) => {
    const [status, body] = await respond(request.method ?? '', request.url ?? '', request.headers.authorization)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const claimsFor = (claims: Claims): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    return {
      iss: `${url}/auth/v1`,
      aud: 'authenticated',
      sub: randomUUID(),
      role: 'authenticated',
      email: 'learner@example.test',
      amr: [{ method: 'password', timestamp: now }],
      iat: now,
      exp: now + 3600,
      ...claims,
    }
  }

  return {
    url,
    /** Adds a user, or changes the user with this id. */
    addUser: ({
      id = randomUUID(),
      email,
      created_at = new Date().toISOString(),
      email_confirmed_at = created_at,
      ...more
    }: Partial<IssuerUser> & { email: string }): IssuerUser => {
      const user = { id, email, created_at, email_confirmed_at, ...more }
      users.set(id, user)
      return user
    },
    /** Ends all sessions of a user, as a new password does. Their session tokens stay valid. */
    endSessions: (id: string): void => void withoutSession.add(id),
    removeUser: (id: string): void => void users.delete(id),
    /** Returns whether the user still exists. */
    knows: (id: string): boolean => users.has(id),
    /** The number of requests for the key set. */
    keyRequests: () => keyRequests,
    setDown: (value: boolean) => {
      down = value
    },
    setRefusesDeletions: (value: boolean) => {
      refusesDeletions = value
    },
    newestKey: (): Key => {
      const key = keys.at(-1)
      if (!key) throw new Error('The issuer has no key')
      return key
    },
    /** Publishes another key, which signs from now on. */
    async rotate(options: { alg?: 'ES256' | 'RS256'; keepOld?: boolean } = {}): Promise<void> {
      keys = [...(options.keepOld === false ? [] : keys), await makeKey(options.alg ?? 'ES256')]
    },
    claimsFor,
    /** A token signed with the newest published key. */
    async token(claims: Claims = {}): Promise<string> {
      const key = this.newestKey()
      return await signWith(key, claimsFor(claims))
    },
    stop: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

export type TestIssuer = Awaited<ReturnType<typeof startTestIssuer>>

/** Signs claims with any key, published or not. */
export async function signWith(key: Pick<Key, 'kid' | 'alg' | 'privateKey'>, claims: JWTPayload): Promise<string> {
  return await new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'JWT' }).sign(key.privateKey)
}

/** A key that is not published. */
export const foreignKey = (alg: 'ES256' | 'RS256' = 'ES256'): Promise<Key> => makeKey(alg)
