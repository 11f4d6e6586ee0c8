import { randomUUID } from 'node:crypto'
import { apiError } from '@academy/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'

const { app, issuer, signIn } = await buildTestApp({ env: { RATE_LIMIT_SIGN_UP_PER_MINUTE: '1000' } })

const create = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/accounts', payload, headers })
const rows = (id: string) => app.sql`select * from accounts where account_id = ${id}`
const existsBody = { success: true, message: 'Account already exists' }
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('AUTH-15 creates the account of a sign-up that the provider confirms, without a token', async () => {
  const user = issuer.addUser({ email: 'Ada@example.test' })
  const response = await create({ user_id: user.id, email: 'ada@EXAMPLE.test' })
  expect([response.statusCode, response.json()]).toEqual([200, existsBody])
  expect(await rows(user.id)).toHaveLength(1)
})

test('SIGNIN-12 creates the account of an address whose domain the caller spells in Unicode', async () => {
  const user = issuer.addUser({ email: 'ada@xn--e1afmkfd.xn--p1ai' })
  expect((await create({ user_id: user.id, email: 'Ada@пример.рф' })).statusCode).toBe(200)
  expect(await rows(user.id)).toHaveLength(1)
})

test('SIGNIN-09 AUTH-16 D-14 answers a new account, an existing one, a foreign address, an unknown user and an old sign-up alike', async () => {
  const existing = issuer.addUser({ email: 'twice@example.test' })
  await create({ user_id: existing.id, email: existing.email })
  const old = issuer.addUser({ email: 'old@example.test', created_at: hoursAgo(25) })
  const fresh = issuer.addUser({ email: 'fresh@example.test' })

  const unseen = issuer.addUser({ email: 'unseen@example.test' })

  const responses = await Promise.all([
    create({ user_id: unseen.id, email: unseen.email }),
    create({ user_id: existing.id, email: existing.email }),
    create({ user_id: fresh.id, email: 'another-user@example.test' }),
    create({ user_id: randomUUID(), email: 'fresh@example.test' }),
    create({ user_id: old.id, email: old.email }),
  ])
  const shown = responses.map(({ statusCode, body, headers }) => ({ statusCode, body, headers: Object.keys(headers).sort() }))
  for (const response of shown) expect(response).toEqual({ ...shown[0], statusCode: 200, body: JSON.stringify(existsBody) })
  for (const id of [fresh.id, old.id]) expect(await rows(id)).toHaveLength(0)
  expect(await rows(unseen.id)).toHaveLength(1)
})

test('INSIGHT-12 an account is confirmed when its user first signs in, and keeps that time', async () => {
  const user = issuer.addUser({ email: 'later@example.test' })
  await create({ user_id: user.id, email: user.email })
  expect(await rows(user.id)).toMatchObject([{ confirmed_at: null }])
  const visit = async (email: string) => app.inject({ url: '/api/accounts/context', headers: await signIn({ id: user.id, email }) })
  expect((await visit(user.email)).statusCode).toBe(200)
  const [{ confirmed_at } = { confirmed_at: null }] = await rows(user.id)
  expect(confirmed_at).toEqual(expect.any(String))
  expect((await visit('moved@example.test')).statusCode).toBe(200)
  expect(await rows(user.id)).toMatchObject([{ email: 'moved@example.test', confirmed_at }])
})

test('D-14 a sign-up of the last 24 hours still counts', async () => {
  const user = issuer.addUser({ email: 'yesterday@example.test', created_at: hoursAgo(23.9) })
  expect((await create({ user_id: user.id, email: user.email })).statusCode).toBe(200)
  expect(await rows(user.id)).toHaveLength(1)
})

test('D-14 concurrent sign-ups create one account', async () => {
  const user = issuer.addUser({ email: 'eager@example.test' })
  const responses = await Promise.all(Array.from({ length: 20 }, () => create({ user_id: user.id, email: user.email })))
  expect(responses.map((response) => response.statusCode)).toEqual(Array(20).fill(200))
  expect(await rows(user.id)).toHaveLength(1)
})

test('D-14 accepts a token only of the same user', async () => {
  const user = issuer.addUser({ email: 'mine@example.test' })
  const body = { user_id: user.id, email: user.email }
  const foreign = await create(body, await signIn())
  expect(foreign.statusCode).toBe(403)
  expect(apiError.parse(foreign.json()).code).toBe('forbidden')
  expect((await create(body, { authorization: 'Bearer nonsense' })).statusCode).toBe(401)
  expect(await rows(user.id)).toHaveLength(0)
  expect((await create(body, await signIn({ id: user.id }))).statusCode).toBe(201)
})

test('AUTH-15 responds with 503 and writes nothing while the provider is unreachable', async () => {
  const user = issuer.addUser({ email: 'later@example.test' })
  issuer.setDown(true)
  const response = await create({ user_id: user.id, email: user.email })
  issuer.setDown(false)
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('5')
  expect(apiError.parse(response.json()).code).toBe('unavailable')
  expect(await rows(user.id)).toHaveLength(0)
})

test('AUTH-15 refuses an invalid user id or address without a request to the provider', async () => {
  for (const body of [{}, { user_id: 'me', email: 'a@example.test' }, { user_id: randomUUID(), email: 'no-address' }, [], 'text']) {
    const response = await app.inject({
      method: 'POST',
      url: '/api/accounts',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect(response.statusCode).toBe(400)
    expect(apiError.parse(response.json()).code).toBe('invalid_request')
  }
})

test('D-14 limits sign-ups per IP address', async () => {
  const { app: strict, issuer: provider } = await buildTestApp({ env: { RATE_LIMIT_SIGN_UP_PER_MINUTE: '3' } })
  const ask = (remoteAddress: string) =>
    strict.inject({
      method: 'POST',
      url: '/api/accounts',
      remoteAddress,
      payload: { user_id: provider.addUser({ email: 'a@example.test' }).id, email: 'a@example.test' },
    })
  const statuses: number[] = []
  for (let call = 0; call < 5; call += 1) statuses.push((await ask('192.0.2.1')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  const refused = await ask('192.0.2.1')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(apiError.parse(refused.json()).code).toBe('rate_limited')
  expect((await ask('192.0.2.2')).statusCode).toBe(200)
})
