import { hash, randomUUID } from 'node:crypto'
import { apiError } from '@academy/contract'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'

const statusesOf = async (times: number, ask: () => Promise<{ statusCode: number }>) => {
  const statuses: number[] = []
  for (let call = 0; call < times; call += 1) statuses.push((await ask()).statusCode)
  return statuses
}

// Each test that uses it has accounts and IP addresses of its own.
const { app: shared, signIn } = await buildTestApp({ env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '2', RATE_LIMIT_PUBLIC_PER_MINUTE: '1' } })

test('limits signed-in requests per account, also behind one address', async () => {
  const user = await signIn()
  const ask = (headers: { authorization: string }) => shared.inject({ url: '/api/accounts/context', headers })
  expect(await statusesOf(4, () => ask(user))).toEqual([200, 200, 429, 429])
  expect((await ask(await signIn())).statusCode, 'another account at the same address').toBe(200)
})

test('counts all tokens and signed-in routes of an account together', async () => {
  const id = randomUUID()
  const ask = async (method: 'GET' | 'PUT', url: string) => shared.inject({ method, url, headers: await signIn({ id }) })
  expect((await ask('GET', '/api/accounts/context')).statusCode).toBe(200)
  expect((await ask('PUT', '/api/accounts/profile')).statusCode).toBe(400)
  expect((await ask('GET', '/api/accounts/context')).statusCode).toBe(429)
})

test('EDGE-18 counts all personal access tokens of an account together with its sessions', async () => {
  const { app, signIn, createToken } = await buildTestApp({ env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '12' } })
  const owner = { id: randomUUID(), email: 'eve@example.test' }
  // creating them takes three of the requests
  const tokens = [
    await createToken(['content:read'], owner),
    await createToken(['content:read'], owner),
    await createToken(['content:read'], owner),
  ]
  const ask = (headers: { authorization: string }) => app.inject({ url: '/api/accounts/context', headers })
  for (const { authorization } of tokens) expect(await statusesOf(3, () => ask({ authorization }))).toEqual([200, 200, 200])
  for (const { authorization } of [...tokens, await signIn(owner)]) expect((await ask({ authorization })).statusCode).toBe(429)
  expect((await ask(await signIn())).statusCode, 'another account').toBe(200)
})

test('responds with 429 with the error body and Retry-After', async () => {
  const headers = await signIn()
  for (let call = 0; call < 2; call += 1) await shared.inject({ url: '/api/accounts/context', headers })
  const response = await shared.inject({ url: '/api/accounts/context', headers })
  const seconds = Number(response.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(apiError.strict().parse(response.json())).toMatchObject({
    code: 'rate_limited',
    message: `Too many requests. Please try again in ${seconds} seconds.`,
  })
})

test('EDGE-24 says the limit, the requests that are left, and the seconds until they are renewed', async () => {
  const headers = await signIn()
  const ask = async () => {
    const response = await shared.inject({ url: '/api/tokens', headers })
    const { ratelimit, 'ratelimit-policy': policy } = response.headers
    return [response.statusCode, policy, String(ratelimit).replace(/;t=([1-9]|[1-5]\d|60)$/, ';t=<seconds>')]
  }
  const policy = '"account";q=2;w=60'
  expect(await ask()).toEqual([200, policy, '"account";r=1;t=<seconds>'])
  expect(await ask()).toEqual([200, policy, '"account";r=0;t=<seconds>'])
  expect(await ask()).toEqual([429, policy, '"account";r=0;t=<seconds>'])

  const payload = { name: 'vca', scopes: ['content:read'] }
  const login = await shared.inject({ method: 'POST', url: '/api/device-logins', payload, remoteAddress: '192.0.2.11' })
  expect([login.statusCode, login.headers['ratelimit-policy']], 'each limit that counts the request').toEqual([
    201,
    '"public";q=1;w=60, "device-logins";q=1;w=60',
  ])
})

test('EDGE-24 says nothing of the limit in responses that a shared cache may keep', async () => {
  const response = await shared.inject({ url: '/openapi.json', remoteAddress: '192.0.2.12' })
  expect(response.headers['cache-control']).toContain('public')
  expect(response.headers).not.toHaveProperty('ratelimit')
})

test('EDGE-25 all instances count sign-ups, statements, new tokens and sign-ins of programs together', async () => {
  const env = { RATE_LIMIT_SIGN_UP_PER_MINUTE: '3', RATE_LIMIT_ACCOUNT_PER_MINUTE: '3' }
  const { app, another, owner, signIn } = await buildTestApp({ env })
  const other = await another()
  onTestFinished(() => other.close())
  const signUp = (at: typeof app) => () =>
    at.inject({ method: 'POST', url: '/api/accounts', payload: { user_id: randomUUID(), email: 'ada@example.test' } })
  expect(await statusesOf(2, signUp(app))).toEqual([200, 200])
  expect(await statusesOf(2, signUp(other))).toEqual([200, 429])
  expect(await statusesOf(1, signUp(app)), 'the limit of all instances').toEqual([429])

  const headers = await signIn()
  const code = (at: typeof app) => () => at.inject({ url: '/api/device-logins/ABCD-EFGH', headers })
  expect(await statusesOf(2, code(app))).toEqual([404, 404])
  expect(await statusesOf(2, code(other))).toEqual([404, 429])

  const keys = await owner<{ key: string }[]>`select key from rate_limits order by key`
  expect(keys.map(({ key }) => key.split(':')[0])).toEqual(['sign-up', 'user-codes'])
  for (const { key } of keys) expect(key, 'neither an address nor an id of an account').toMatch(/^[a-z-]+:[\w-]{43}$/)
  const guesses = ['127.0.0.1', 'sign-up:127.0.0.1'].map((caller) => `sign-up:${hash('sha256', caller, 'base64url')}`)
  expect(guesses, 'a digest that trying all addresses finds').not.toContain(keys[0]?.key)
})

test('EDGE-25 without a database each instance counts alone', async () => {
  const env = { DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none', RATE_LIMIT_PUBLIC_PER_MINUTE: '2', RATE_LIMIT_SIGN_UP_PER_MINUTE: '1' }
  const { app } = await buildTestApp({ env })
  expect(await statusesOf(3, () => app.inject({ url: '/api/nothing', remoteAddress: '192.0.2.1' }))).toEqual([404, 404, 429])
  const account = { user_id: randomUUID(), email: 'ada@example.test' }
  const signUp = () => app.inject({ method: 'POST', url: '/api/accounts', payload: account })
  expect(await statusesOf(2, signUp)).toEqual([503, 429])
})

test('EDGE-13 limits large bodies per account to a tenth of its requests, also those of /mcp', async () => {
  const { app, signIn } = await buildTestApp({ env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '20' } })
  const headers = await signIn()
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`field-${key}`, 1]))
  const save = (count: number) => app.inject({ method: 'PUT', url: '/api/accounts/profile', headers, payload: fields(count) })
  expect(await statusesOf(4, () => save(6_000))).toEqual([400, 400, 429, 429])
  const accept = { accept: 'application/json, text/event-stream' }
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping', params: fields(6_000) }
  expect((await app.inject({ method: 'POST', url: '/mcp', headers: { ...headers, ...accept }, payload: ping })).statusCode).toBe(429)
  expect((await save(100)).statusCode, 'a small body').toBe(400)
})

test('counts unknown paths per address', async () => {
  const ask = (remoteAddress: string) => shared.inject({ url: '/api/nothing', remoteAddress })
  expect(await statusesOf(3, () => ask('192.0.2.1'))).toEqual([404, 429, 429])
  expect((await ask('192.0.2.2')).statusCode).toBe(404)
})

test('probes are never limited', async () => {
  const remoteAddress = '192.0.2.13'
  for (const url of ['/api/health', '/api/ready'])
    expect([url, ...(await statusesOf(5, () => shared.inject({ url, remoteAddress })))]).toEqual([url, ...Array(5).fill(200)])
})

test("reads the client's address from headers of trusted proxies only", async () => {
  const ask = (app: Awaited<ReturnType<typeof buildTestApp>>['app'], forwarded: string) =>
    app.inject({ url: '/api/nothing', headers: { 'x-forwarded-for': forwarded } })
  expect([(await ask(shared, '192.0.2.1')).statusCode, (await ask(shared, '192.0.2.2')).statusCode]).toEqual([404, 429])

  const { app: proxied } = await buildTestApp({ env: { RATE_LIMIT_PUBLIC_PER_MINUTE: '1', TRUST_PROXY: '1' } })
  expect([(await ask(proxied, '192.0.2.1')).statusCode, (await ask(proxied, '192.0.2.2')).statusCode]).toEqual([404, 404])
  expect((await ask(proxied, '203.0.113.9, 192.0.2.2')).statusCode, 'only the last entry is by our proxy').toBe(429)
})
