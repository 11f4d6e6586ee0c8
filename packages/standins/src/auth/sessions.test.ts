import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  advance,
  createConfirmedAccount,
  createSignedInClient,
  newAddress,
  newClient,
  PASSWORD,
  setFault,
  startTestStandins,
} from '../testing/standins.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())

const refresh = (refresh_token: string) => newClient(standins).auth.refreshSession({ refresh_token })

test('AUTH-25 password sign-in returns a session whose token has the provider’s claims', async () => {
  const { id, email, session } = await createSignedInClient(standins)
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id, email } })
  const keys = createRemoteJWKSet(new URL(`${standins.supabaseUrl}/auth/v1/.well-known/jwks.json`))
  const { payload, protectedHeader } = await jwtVerify(session.access_token, keys, {
    issuer: `${standins.supabaseUrl}/auth/v1`,
    audience: 'authenticated',
  })
  expect(protectedHeader.alg).toBe('ES256')
  expect(payload).toMatchObject({
    sub: id,
    email,
    phone: '',
    role: 'authenticated',
    aal: 'aal1',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email_verified: true },
    amr: [{ method: 'password' }],
  })
  expect(payload.session_id).toMatch(/^[0-9a-f-]{36}$/)
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
})

test('responds to a wrong password as to an unknown address', async () => {
  const { email } = await createConfirmedAccount(standins)
  const { auth } = newClient(standins)
  for (const credentials of [
    { email, password: 'a wrong password' },
    { email: newAddress(), password: PASSWORD },
  ]) {
    const { error } = await auth.signInWithPassword(credentials)
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  }
})

test('AUTH-09 refuses sign-in before confirmation, and reveals the reason only for the right password', async () => {
  const email = newAddress()
  const { auth } = newClient(standins)
  await auth.signUp({ email, password: PASSWORD })
  expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
    status: 400,
    code: 'email_not_confirmed',
    message: 'Email not confirmed',
  })
  expect((await auth.signInWithPassword({ email, password: 'a wrong password' })).error?.code).toBe('invalid_credentials')
})

test('each refresh returns a new pair of tokens for the same session', async () => {
  const { session } = await createSignedInClient(standins)
  const { data } = await refresh(session.refresh_token)
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  const [before, after] = [session.access_token, data.session?.access_token ?? ''].map((token) => decodeJwt(token).session_id)
  expect(after).toBe(before)
})

test('the previous refresh token returns the current one, in case a response was lost', async () => {
  const { session } = await createSignedInClient(standins)
  const first = await refresh(session.refresh_token)
  await advance(standins, 'auth', 600)
  const again = await refresh(session.refresh_token)
  expect(again.data.session?.refresh_token).toBe(first.data.session?.refresh_token)
})

test('an older refresh token works within the reuse interval, and ends the session afterwards', async () => {
  const { session } = await createSignedInClient(standins)
  const second = (await refresh(session.refresh_token)).data.session
  const third = (await refresh(second?.refresh_token ?? '')).data.session
  await advance(standins, 'auth', 11)
  expect((await refresh(session.refresh_token)).error).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  })
  await advance(standins, 'auth', 11)
  expect((await refresh(third?.refresh_token ?? '')).error?.code).toBe('refresh_token_already_used')

  const other = (await createSignedInClient(standins)).session
  const next = (await refresh(other.refresh_token)).data.session
  await refresh(next?.refresh_token ?? '')
  expect((await refresh(other.refresh_token)).error).toBeNull()
})

test('refuses an unknown refresh token', async () => {
  for (const [token, code] of [
    ['nonsense', 'validation_failed'],
    ['aaaabbbbcccc', 'refresh_token_not_found'],
  ] as const) {
    expect((await refresh(token)).error?.code).toBe(code)
  }
})

test('refuses an expired access token', async () => {
  const { session } = await createSignedInClient(standins)
  const { auth } = newClient(standins)
  expect((await auth.getUser(session.access_token)).error).toBeNull()
  await advance(standins, 'auth', 3601)
  expect((await auth.getUser(session.access_token)).error).toMatchObject({ status: 403, code: 'bad_jwt' })
  expect((await refresh(session.refresh_token)).error).toBeNull()
})

test('publishes the key that verifies its tokens, without the private part', async () => {
  const { session } = await createSignedInClient(standins)
  const response = await fetch(`${standins.supabaseUrl}/auth/v1/.well-known/jwks.json`)
  const { keys } = (await response.json()) as { keys: { kid: string }[] }
  expect(keys).toMatchObject([{ alg: 'ES256', kty: 'EC', crv: 'P-256', use: 'sig' }])
  expect(keys[0]).not.toHaveProperty('d')
  const { data } = await newClient(standins).auth.getClaims(session.access_token)
  expect(data).toMatchObject({ claims: { sub: session.user.id }, header: { kid: keys[0]?.kid } })
})

test('signs out of this session, all sessions, or all others', async () => {
  const { email } = await createConfirmedAccount(standins)
  const open = async () => {
    const client = newClient(standins)
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    return { client, token: data.session?.access_token ?? '' }
  }
  const works = async (token: string) => (await newClient(standins).auth.getUser(token)).error === null
  const [a, b, c] = [await open(), await open(), await open()]

  expect((await a.client.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect([await works(a.token), await works(b.token), await works(c.token)]).toEqual([false, true, true])
  expect((await b.client.auth.signOut({ scope: 'others' })).error).toBeNull()
  expect([await works(b.token), await works(c.token)]).toEqual([true, false])
  expect((await b.client.auth.signOut()).error).toBeNull()
  expect(await works(b.token)).toBe(false)
})

test('limits the requests of a client address to a burst and then a rate', async () => {
  const strict = await startTestStandins({ limits: { auth: { requestBurst: 3, tokenRequestsPerFiveMinutes: 1 } } })
  onTestFinished(strict.stop)
  const attempt = async (headers: Record<string, string>) => {
    const { auth } = newClient(strict, { headers })
    return (await auth.signInWithPassword({ email: newAddress(), password: PASSWORD })).error
  }
  const here = { 'x-forwarded-for': '10.0.0.1' }
  for (const _ of [1, 2, 3]) expect((await attempt(here))?.code).toBe('invalid_credentials')
  expect(await attempt(here)).toMatchObject({ status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' })
  expect((await attempt({ 'x-forwarded-for': '10.0.0.2, 10.0.0.1' }))?.code).toBe('invalid_credentials')
  for (const _ of [1, 2, 3, 4]) expect((await attempt({}))?.code).toBe('invalid_credentials')
  await advance(strict, 'auth', 300)
  expect((await attempt(here))?.code).toBe('invalid_credentials')
  expect((await attempt(here))?.status).toBe(429)
})

test('the SDK reports faults as it reports failures of the real provider', async () => {
  const attempt = async () => (await newClient(standins).auth.signInWithPassword({ email: newAddress(), password: PASSWORD })).error
  await setFault(standins, { service: 'auth', kind: 'error', status: 503, times: 1 })
  expect(await attempt()).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 })
  await setFault(standins, { service: 'auth', kind: 'rate_limited', times: 1 })
  expect(await attempt()).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  await setFault(standins, { service: 'auth', kind: 'malformed', times: 1 })
  expect(await attempt()).toMatchObject({ name: 'AuthRetryableFetchError', status: 0 })
  await setFault(standins, { service: 'auth', kind: 'down', path: '/token', times: 1 })
  expect(await attempt()).toMatchObject({ name: 'AuthRetryableFetchError', status: 0 })
  await setFault(standins, { service: 'auth', kind: 'slow', delay_ms: 300, times: 1 })
  const start = performance.now()
  expect((await attempt())?.code).toBe('invalid_credentials')
  expect(performance.now() - start).toBeGreaterThan(290)
  expect((await attempt())?.code).toBe('invalid_credentials')
})
