import { decodeJwt } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { LOCAL_ANON_KEY } from '../keys.ts'
import { newAddress, newClient, PASSWORD, startTestStandins } from '../testing/standins.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())

const request = (path: string, init: RequestInit = {}) => fetch(`${standins.supabaseUrl}/auth/v1${path}`, init)
const withApiKey = (headers: Record<string, string> = {}) => ({ apikey: standins.anonKey, ...headers })

test('AUTH-28 the client key of a local academy is fixed and carries the anonymous role', () => {
  expect(standins.anonKey).toBe(LOCAL_ANON_KEY)
  expect(decodeJwt(standins.anonKey).role).toBe('anon')
  expect(decodeJwt(standins.serviceRoleKey).role).toBe('service_role')
})

test('refuses requests without a key, or with a wrong one', async () => {
  const without = await request('/settings')
  expect(without.status).toBe(401)
  expect(await without.json()).toMatchObject({ message: 'No API key found in request' })
  const wrong = await request('/settings', { headers: { apikey: 'wrong' } })
  expect(wrong.status).toBe(401)
  expect(await wrong.json()).toMatchObject({ message: 'Invalid API key' })
})

test('publishes the signing keys, and returns settings for the client key', async () => {
  expect((await request('/.well-known/jwks.json')).status).toBe(200)
  expect(await (await request('/settings', { headers: withApiKey() })).json()).toMatchObject({
    external: { email: true },
    mailer_autoconfirm: false,
  })
})

test('refuses invalid input with the provider’s messages, never with a server error', async () => {
  const post = async (path: string, body: string) => {
    const response = await request(path, { method: 'POST', headers: withApiKey({ 'content-type': 'application/json' }), body })
    return { status: response.status, ...((await response.json()) as Record<string, unknown>) }
  }
  expect(await post('/signup', '{"email":')).toMatchObject({ status: 400, error_code: 'bad_json' })
  expect(await post('/signup', '{"email": 1}')).toMatchObject({ status: 400, error_code: 'bad_json' })
  expect(await post('/signup', 'null')).toMatchObject({ status: 400, error_code: 'bad_json' })
  expect(await post('/signup', '{}')).toMatchObject({ status: 400, error_code: 'validation_failed' })
  expect(await post('/signup', JSON.stringify({ email: newAddress() }))).toMatchObject({ error_code: 'validation_failed' })
  expect(await post('/signup', JSON.stringify({ email: newAddress(), password: PASSWORD, code_challenge: 'x' }))).toMatchObject({
    error_code: 'validation_failed',
  })
  expect(await post('/token?grant_type=refresh_token', '{}')).toMatchObject({ status: 400, error_code: 'validation_failed' })
  expect(await post('/token?grant_type=magic', '{}')).toMatchObject({ status: 400, msg: 'unsupported_grant_type' })
  expect(await post('/verify', '{"type":"signup"}')).toMatchObject({ status: 400, error_code: 'validation_failed' })
  expect(await post('/verify', '{"type":"sms","token_hash":"x"}')).toMatchObject({ status: 400, error_code: 'validation_failed' })
  expect(await post('/signup', `"${'x'.repeat(2_000_000)}"`)).toMatchObject({ status: 413 })
  expect(await post('/nothing-here', '{}')).toMatchObject({ status: 404 })
})

test('refuses tokens of another issuer or key', async () => {
  const { auth } = newClient(standins)
  for (const token of ['x.y.z', standins.anonKey]) {
    const response = await request('/user', { headers: withApiKey({ authorization: `Bearer ${token}` }) })
    expect([response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([403, 'bad_jwt'])
  }
  expect((await auth.getUser('x.y.z')).error).not.toBeNull()
})
