import { randomUUID } from 'node:crypto'
import { apiError } from '@academy/contract'
import { base64url, exportSPKI, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { endpoints } from '../../testing/contract-endpoints.ts'
import { stopClock } from '../../testing/stop-clock.ts'
import { foreignKey, signWith, type TestIssuer } from '../../testing/test-issuer.ts'
import { notifyOfLock } from './account-locks.ts'

const SECRET = 'a-shared-secret-of-an-older-project-0123456789'
const CONTEXT = '/api/accounts/context'

// Every endpoint is tried with every token: more refusals a minute than the limit allows.
const { app, issuer, createToken } = await buildTestApp({ env: { RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000' } })
const get = (token: string, at: TestApp['app'] = app) => at.inject({ url: CONTEXT, headers: { authorization: `Bearer ${token}` } })

const hs256 = (issuedBy: TestIssuer, secret: Uint8Array, claims = {}) =>
  new SignJWT(issuedBy.claimsFor(claims)).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret)

const now = () => Math.floor(Date.now() / 1000)

/** Returns a token with other claims under the signature of `token`. */
const withOtherClaims = (token: string, claims: object): string =>
  token.replace(/\.[^.]*\./, `.${base64url.encode(JSON.stringify(claims))}.`)

/** Authorization headers that the API must reject. */
async function refusedHeaders(): Promise<Record<string, string | undefined>> {
  const key = issuer.newestKey()
  const good = await issuer.token()
  const [head = '', body = '', signature = ''] = good.split('.')
  const publicKeyText = new TextEncoder().encode(await exportSPKI(key.publicKey))
  const tokens = {
    garbage: 'garbage',
    'three parts of garbage': 'a.b.c',
    'header that is not JSON': `${base64url.encode('{')}.${body}.${signature}`,
    expired: await issuer.token({ exp: now() - 60 }),
    'not valid yet': await issuer.token({ nbf: now() + 600 }),
    'without expiry': await issuer.token({ exp: undefined }),
    'wrong issuer': await issuer.token({ iss: 'https://elsewhere.example/auth/v1' }),
    'without issuer': await issuer.token({ iss: undefined }),
    'wrong audience': await issuer.token({ aud: 'elsewhere' }),
    'without audience': await issuer.token({ aud: undefined }),
    'alg none': new UnsecuredJWT(issuer.claimsFor({})).encode(),
    'HS256 signed with the public key': await hs256(issuer, publicKeyText),
    'HS256 signed with the public key and its key id': await new SignJWT(issuer.claimsFor({}))
      .setProtectedHeader({ alg: 'HS256', kid: key.kid })
      .sign(publicKeyText),
    'signature missing': `${head}.${body}.`,
    'signature cut': good.slice(0, -6),
    'claims exchanged': withOtherClaims(good, issuer.claimsFor({ email: 'admin@example.test' })),
    'foreign key': await signWith(await foreignKey(), issuer.claimsFor({})),
    'foreign key under a known key id': await signWith({ ...(await foreignKey()), kid: key.kid }, issuer.claimsFor({})),
    'RS256 under the key id of an ES256 key': await signWith({ ...(await foreignKey('RS256')), kid: key.kid }, issuer.claimsFor({})),
    'anon role': await issuer.token({ role: 'anon' }),
    'service role': await issuer.token({ role: 'service_role' }),
    'without a role': await issuer.token({ role: undefined }),
    'without a user': await issuer.token({ sub: undefined }),
    'user id that is not a UUID': await issuer.token({ sub: 'admin' }),
    'email address that is not text': await issuer.token({ email: { toString: 'x' } }),
  }
  return {
    'no header': undefined,
    'empty header': '',
    'scheme alone': 'Bearer',
    'other scheme': `Basic ${good}`,
    'token without scheme': good,
    'two tokens': `Bearer ${good} ${good}`,
    ...Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, `Bearer ${token}`])),
  }
}

const refused = await refusedHeaders()

test('API-12 every endpoint declares its access', () => {
  expect(endpoints.filter(({ auth }) => auth !== 'public' && auth !== 'bearer' && auth !== 'admin')).toEqual([])
})

describe.each(endpoints.filter((endpoint) => endpoint.auth !== 'public'))(
  'API-01 AUTH-28 D-109 $name requires a signed-in user',
  (endpoint) => {
    test.each(Object.entries(refused))('%s: responds with 401 before any other check', async (_, authorization) => {
      const response = await app.inject({
        method: endpoint.method,
        url: endpoint.url('%00not-an-id'),
        headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
        ...(endpoint.takesBody ? { payload: '{not json' } : {}),
      })
      expect(response.statusCode).toBe(401)
      expect(apiError.parse(response.json()).code).toBe('unauthenticated')
      expect(response.headers['www-authenticate']).toMatch(/^Bearer( error="invalid_token")?$/)
      expect(response.body).not.toMatch(/jose|JWT|JWS|signature|\bat /)
    })
  },
)

describe('API-01 accepted tokens', () => {
  test('ES256 and RS256 by the published keys', async () => {
    expect((await get(await issuer.token())).statusCode).toBe(200)
    const { app: other, issuer: rsa } = await buildTestApp()
    await rsa.rotate({ alg: 'RS256', keepOld: false })
    expect((await get(await rsa.token(), other)).statusCode).toBe(200)
  })

  test('HS256 only with the configured shared secret', async () => {
    const { app: older, issuer: both } = await buildTestApp({ env: { SUPABASE_JWT_SECRET: SECRET } })
    const secret = new TextEncoder().encode(SECRET)
    expect((await get(await hs256(both, secret), older)).statusCode).toBe(200)
    expect((await get(await hs256(both, new TextEncoder().encode(`${SECRET}!`)), older)).statusCode).toBe(401)
    expect((await get(await hs256(both, secret, { exp: now() - 60 }), older)).statusCode).toBe(401)
    expect((await get(await both.token(), older)).statusCode, 'published keys count as well').toBe(200)
    expect((await get(await hs256(issuer, secret))).statusCode).toBe(401)
  })

  test('of every authentication method, which matters only for endpoints that require a fresh sign-in', async () => {
    for (const amr of [['password', 'otp'], 'password', null, { method: 'password' }, [{ method: 'password' }, 7, null], []])
      expect([amr, (await get(await issuer.token({ amr }))).statusCode]).toEqual([amr, 200])
  })

  test('with the scheme in any case', async () => {
    const token = await issuer.token()
    const response = await app.inject({ url: CONTEXT, headers: { authorization: `bearer  ${token}` } })
    expect(response.statusCode).toBe(200)
  })

  test('within the clock tolerance', async () => {
    expect((await get(await issuer.token({ exp: now() - 2 }))).statusCode).toBe(200)
    expect((await get(await issuer.token({ nbf: now() + 3 }))).statusCode).toBe(200)
  })

  test('caches a verified token until it expires', async () => {
    const { app: exact, issuer: clock } = await buildTestApp({ env: { SUPABASE_JWT_CLOCK_TOLERANCE_SECONDS: '0' } })
    const exp = now() + 600
    const token = await clock.token({ exp })
    expect((await get(token, exact)).statusCode).toBe(200)
    onTestFinished(() => void vi.useRealTimers())
    vi.setSystemTime(exp * 1000 - 1)
    expect((await get(token, exact)).statusCode).toBe(200)
    vi.setSystemTime(exp * 1000)
    expect((await get(token, exact)).statusCode).toBe(401)
  })
})

describe('API-01 keys of the provider', () => {
  test('are fetched once for many tokens, also concurrent ones', async () => {
    const { app: fresh, issuer: provider } = await buildTestApp()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => provider.token({ sub: randomUUID() })))
    const responses = await Promise.all(tokens.map((token) => get(token, fresh)))
    expect(responses.every((response) => response.statusCode === 200)).toBe(true)
    expect(provider.keyRequests()).toBe(1)
  })

  test('rotate without a restart; tokens of the old key are valid while it is published', async () => {
    const { app: running, issuer: provider } = await buildTestApp()
    const before = await provider.token()
    expect((await get(before, running)).statusCode).toBe(200)
    await provider.rotate()
    expect((await get(await provider.token(), running)).statusCode).toBe(200)
    expect((await get(before, running)).statusCode).toBe(200)
    await provider.rotate({ keepOld: false })
    expect((await get(await provider.token(), running)).statusCode).toBe(200)
    expect((await get(before, running)).statusCode, 'a withdrawn key ends what it signed').toBe(401)
  })

  test('a key that is withdrawn while it verifies a token ends that token', async () => {
    const { app: running, issuer: provider } = await buildTestApp()
    expect((await get(await provider.token(), running)).statusCode).toBe(200)
    const token = await provider.token({ sub: randomUUID() })
    const verify = crypto.subtle.verify.bind(crypto.subtle)
    const [started, withdrawn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    vi.spyOn(crypto.subtle, 'verify').mockImplementationOnce(async (...signed) => {
      started.resolve()
      await withdrawn.promise
      return verify(...signed)
    })
    const pending = get(token, running)
    await started.promise
    await provider.rotate({ keepOld: false })
    expect((await get(await provider.token(), running)).statusCode).toBe(200)
    withdrawn.resolve()
    expect((await pending).statusCode, 'the key was valid when the request arrived').toBe(200)
    expect((await get(token, running)).statusCode).toBe(401)
  })

  test('unknown key ids do not flood the provider', async () => {
    const { app: calm, issuer: provider } = await buildTestApp({ env: { SUPABASE_JWKS_COOLDOWN_SECONDS: '1' } })
    expect((await get(await provider.token(), calm)).statusCode).toBe(200)
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => signWith(await foreignKey(), provider.claimsFor({}))))
    const responses = await Promise.all(tokens.map((token) => get(token, calm)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(tokens.map(() => 401))
    // One for the first token, one for all of these; a second one if some came while it was under way.
    expect(provider.keyRequests()).toBeLessThanOrEqual(3)
  })

  test('a token with a new key waits for the next fetch if unknown keys caused one just before', async () => {
    const { app: calm, issuer: provider } = await buildTestApp({ env: { SUPABASE_JWKS_COOLDOWN_SECONDS: '1' } })
    expect((await get(await provider.token(), calm)).statusCode).toBe(200)
    const madeUp = get(await signWith(await foreignKey(), provider.claimsFor({})), calm)
    await expect.poll(provider.keyRequests).toBe(2)
    await provider.rotate()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => provider.token()))
    const responses = await Promise.all(tokens.map((token) => get(token, calm)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(tokens.map(() => 200))
    expect(provider.keyRequests()).toBe(3)
    expect((await madeUp).statusCode).toBe(401)
  })

  test('stay valid while the provider is down', async () => {
    const { app: running, issuer: provider } = await buildTestApp()
    await get(await provider.token(), running)
    provider.setDown(true)
    expect((await get(await provider.token(), running)).statusCode).toBe(200)
  })

  test('responds with 503 for tokens of a new key that cannot be fetched, also between fetches', async () => {
    const { app: running, issuer: provider } = await buildTestApp()
    await get(await provider.token(), running)
    await provider.rotate()
    provider.setDown(true)
    expect((await get(await provider.token(), running)).statusCode).toBe(503)

    const advance = stopClock()
    const { app: calm, issuer: other } = await buildTestApp({ env: { SUPABASE_JWKS_COOLDOWN_SECONDS: '1' } })
    await get(await other.token(), calm)
    await other.rotate()
    other.setDown(true)
    advance(1_001)
    for (let call = 0; call < 3; call += 1) expect((await get(await other.token(), calm)).statusCode).toBe(503)
    other.setDown(false)
    advance(1_001)
    expect((await get(await other.token(), calm)).statusCode).toBe(200)
  })

  test('responds with 503 if the keys were never fetched', async () => {
    const { app: cold, issuer: provider } = await buildTestApp()
    provider.setDown(true)
    const response = await get(await provider.token(), cold)
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(apiError.parse(response.json()).code).toBe('unavailable')
    expect((await get('garbage', cold)).statusCode, 'garbage needs no provider').toBe(401)
    provider.setDown(false)
    expect((await get(await provider.token(), cold)).statusCode).toBe(200)
  })

  test('unknown key ids do not flood a provider that is down, also if the keys were never fetched', async () => {
    const { app: cold, issuer: provider } = await buildTestApp({ env: { SUPABASE_JWKS_COOLDOWN_SECONDS: '1' } })
    const advance = stopClock()
    provider.setDown(true)
    for (let call = 0; call < 3; call += 1) expect((await get(await provider.token(), cold)).statusCode).toBe(503)
    expect(provider.keyRequests()).toBe(1)
    provider.setDown(false)
    advance(1_001)
    expect((await get(await provider.token(), cold)).statusCode).toBe(200)
  })
})

test('API-01 API-04 an expired token gets 401 and does not count as a refused one', async () => {
  const { app: strict, issuer: clock } = await buildTestApp({ env: { RATE_LIMIT_PUBLIC_PER_MINUTE: '5' } })
  const old = await clock.token({ exp: now() - 60 })
  const statuses = async (tokens: string[]) => {
    const seen: number[] = []
    for (const token of tokens) seen.push((await get(token, strict)).statusCode)
    return seen
  }
  expect(await statuses(Array.from({ length: 12 }, () => old))).toEqual(Array.from({ length: 12 }, () => 401))
  expect(await statuses(Array.from({ length: 7 }, () => 'garbage')), 'they did not count').toEqual([401, 401, 401, 401, 401, 429, 429])
  expect(await statuses([old, await clock.token({ exp: now() - 90 })])).toEqual([401, 401])

  const made = await signWith({ ...(await foreignKey()), kid: clock.newestKey().kid }, clock.claimsFor({ exp: now() - 60 }))
  const otherClaims = withOtherClaims(old, clock.claimsFor({ exp: now() - 60 }))
  const others = [made, `${old.slice(0, -6)}AAAAAA`, otherClaims, await clock.token({ exp: now() - 60, aud: 'elsewhere' })]
  expect(await statuses(others), 'only those that were good once').toEqual([429, 429, 429, 429])
})

test('API-01 refuses other claims under the signature of a token that was accepted before', async () => {
  const good = await issuer.token()
  expect((await get(good)).statusCode).toBe(200)
  expect((await get(withOtherClaims(good, issuer.claimsFor({ email: 'admin@example.test' })))).statusCode).toBe(401)
})

test('API-01 responds with 429 after many refused tokens', async () => {
  const { app: strict, signIn } = await buildTestApp({ env: { RATE_LIMIT_PUBLIC_PER_MINUTE: '5' } })
  const statuses: number[] = []
  for (let call = 0; call < 7; call += 1) statuses.push((await get('garbage', strict)).statusCode)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect((await strict.inject({ url: CONTEXT, headers: await signIn() })).statusCode, 'good tokens are not affected').toBe(200)
})

describe('SIGNIN-14 sessions of banned and deleted users', () => {
  /** Returns a session token that was issued some minutes ago, and its user, whom the provider knows. */
  const oldSession = async (minutes: number) => {
    const user = issuer.addUser({ email: 'learner@example.test' })
    return { user, token: await issuer.token({ sub: user.id, iat: now() - minutes * 60 }) }
  }
  const ban = (user: { id: string; email: string }, hours = 1) =>
    void issuer.addUser({ ...user, banned_until: new Date(Date.now() + hours * 3_600_000).toISOString() })

  test('end within ten minutes of the issue of the token', async () => {
    const isActive = vi.spyOn(app.authProvider, 'isActive')
    onTestFinished(() => isActive.mockRestore())
    const [fresh, banned, deleted, active] = [await oldSession(9), await oldSession(11), await oldSession(11), await oldSession(11)]
    ban(fresh.user)
    ban(banned.user)
    issuer.removeUser(deleted.user.id)
    expect((await get(fresh.token)).statusCode, 'the provider has issued it to a user who was not banned').toBe(200)
    expect((await get(deleted.token)).statusCode).toBe(401)
    const response = await get(banned.token)
    expect([response.statusCode, response.json()]).toMatchObject([401, { code: 'unauthenticated' }])
    ban(banned.user, -1)
    expect((await get(banned.token)).statusCode, 'the response is used for ten minutes').toBe(401)
    expect((await get(await issuer.token({ sub: banned.user.id, iat: now() + 6 }))).statusCode, 'a token since then').toBe(200)
    expect(await Promise.all([get(active.token), get(active.token)])).toMatchObject([{ statusCode: 200 }, { statusCode: 200 }])
    expect(
      isActive.mock.calls.map(([id]) => id),
      'one request to the provider each',
    ).toEqual([deleted.user.id, banned.user.id, active.user.id])
  })

  test('end within ten minutes of the last check', async () => {
    const { user, token } = await oldSession(30)
    expect((await get(token)).statusCode).toBe(200)
    ban(user)
    const advance = stopClock()
    advance(9 * 60_000)
    expect((await get(token)).statusCode).toBe(200)
    advance(61_000)
    expect((await get(token)).statusCode).toBe(401)
  })

  test('end at once on every instance when an operator locks the account, and continue when it is unlocked', async () => {
    const { user, token } = await oldSession(0)
    const { authorization } = await createToken(['content:read'], user)
    const statuses = async () => [(await get(token)).statusCode, (await get(authorization.slice('Bearer '.length))).statusCode]
    expect(await statuses()).toEqual([200, 200])
    ban(user)
    await app.db.transaction((tx) => notifyOfLock(tx, user.id))
    await expect.poll(statuses).toEqual([401, 401])
    ban(user, -1)
    await app.db.transaction((tx) => notifyOfLock(tx, user.id))
    await expect.poll(statuses).toEqual([200, 200])
  })

  test('continue while the provider is down, until it says otherwise', async () => {
    const { user, token } = await oldSession(11)
    const known = await oldSession(11)
    ban(user)
    ban(known.user)
    expect((await get(known.token)).statusCode).toBe(401)
    issuer.setDown(true)
    const advance = stopClock()
    advance(11 * 60_000)
    expect((await get(token)).statusCode).toBe(200)
    expect((await get(known.token)).statusCode, 'the last response counts').toBe(401)
    issuer.setDown(false)
    advance(61_000)
    await expect.poll(async () => (await get(token)).statusCode).toBe(401)
  })
})
