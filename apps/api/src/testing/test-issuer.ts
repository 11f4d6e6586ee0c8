import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Key = { kid: string; alg: string; privateKey: CryptoKey; publicKey: CryptoKey }

/** What a token says; every part may be changed or, with undefined, left out. */
export type Claims = JWTPayload & { role?: string | undefined; email?: string | undefined }

async function makeKey(alg: 'ES256' | 'RS256'): Promise<Key> {
  return { kid: randomUUID(), alg, ...(await generateKeyPair(alg, { extractable: true })) }
}

/**
 * The part of an auth provider that the API needs to check tokens: a key set over HTTP. Unlike the stand-in it can be
 * made to sign anything, which is what tests of refusals need.
 */
export async function startTestIssuer() {
  let keys = [await makeKey('ES256')]
  let down = false
  let looks = 0

  const server = createServer(async (_request, response) => {
    looks += 1
    if (down) return void response.writeHead(500).end()
    const jwks = await Promise.all(keys.map(async ({ kid, alg, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: jwks }))
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
      iat: now,
      exp: now + 3600,
      ...claims,
    }
  }

  return {
    url,
    /** How often the key set was asked for. */
    looks: () => looks,
    setDown: (value: boolean) => {
      down = value
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

/** A key that nobody published. */
export const foreignKey = (alg: 'ES256' | 'RS256' = 'ES256'): Promise<Key> => makeKey(alg)
