import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { apiError } from '@academy/contract'
import fc from 'fast-check'
import { errorCodes, type FastifyPluginAsync } from 'fastify'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { sampleInput } from '../../testing/prompt-accounts.ts'
import { publisher } from '../../testing/published-pages.ts'
import { recordFacts } from '../../testing/record-facts.ts'

/** What the next calls of the test's own endpoint do. */
let work = async (): Promise<object> => ({})
let calls = 0
const testRoutes: FastifyPluginAsync = async (routes) => {
  const config = { tsRestRoute: { metadata: { auth: 'bearer' } } } as object
  routes.post('/api/work', { config }, async () => {
    calls += 1
    return await work()
  })
}

const { app, signIn, issuer } = await buildTestApp({
  env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000' },
  moreRoutes: { signedIn: testRoutes },
})
const publish = publisher(app.db)
await publish.course('master-course')
await publish.session('one', 'master-course', { position: 1 })
await publish.tutorial('free', 'one', { position: 1, free: true })

type Headers = Record<string, string>
async function newAccount() {
  const id = randomUUID()
  const signedIn = await signIn({ id, email: `${id}@example.test` })
  await recordFacts(app.db, id).subscription()
  return {
    id,
    signedIn,
    post: (url: string, payload: object, headers: Headers) =>
      app.inject({ method: 'POST', url, payload, headers: { ...signedIn, ...headers } }),
    put: (url: string, payload: object, headers: Headers) =>
      app.inject({ method: 'PUT', url, payload, headers: { ...signedIn, ...headers } }),
    titles: async () => (await app.inject({ url: '/api/prompts', headers: signedIn })).json().map(({ title }: { title: string }) => title),
  }
}
const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key })
const result = (response: Awaited<ReturnType<typeof app.inject>>) => [response.statusCode, response.json()]
const refusal = (response: Awaited<ReturnType<typeof app.inject>>) => [response.statusCode, apiError.parse(response.json()).code]
const isReplayed = (response: Awaited<ReturnType<typeof app.inject>>) => response.headers['idempotent-replayed'] === 'true'

test('SAVE-01 a repeated POST is answered with its first response', async () => {
  const ada = await newAccount()
  const key = withKey()
  const first = await ada.post('/api/prompts', sampleInput, key)
  const repeated = await ada.post('/api/prompts', sampleInput, key)
  expect(result(repeated)).toEqual(result(first))
  expect([first, repeated].map(isReplayed)).toEqual([false, true])
  expect(repeated.headers['content-type']).toBe(first.headers['content-type'])
  expect(await ada.titles()).toEqual([sampleInput.title])
})

test('SAVE-01 a repeated save of a note is answered with its first version, also after later saves', async () => {
  const ada = await newAccount()
  const url = '/api/tutorials/free/note'
  const key = withKey()
  const save = { text: 'one', updated_at: null }
  const first = await ada.put(url, save, key)
  const second = await ada.put(url, { text: 'two', updated_at: first.json().updated_at }, withKey())
  expect(second.statusCode).toBe(200)
  expect(result(await ada.put(url, save, key))).toEqual([200, first.json()])
  expect(refusal(await ada.put(url, save, withKey()))).toEqual([409, 'conflict'])
})

test('SAVE-01 any order of repeated and concurrent requests saves one prompt for each key', async () => {
  const oneRequest = fc.record({ key: fc.constantFrom('a', 'b', 'c'), title: fc.constantFrom('one', 'two') })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(oneRequest, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), async (rounds) => {
      const ada = await newAccount()
      const firstOf = new Map<string, { title: string; body: object }>()
      for (const round of rounds) {
        const send = async ({ key, title }: (typeof round)[number]) => ({
          key,
          title,
          response: await ada.post('/api/prompts', { ...sampleInput, title }, withKey(key)),
        })
        for (const { key, title, response } of await Promise.all(round.map(send))) {
          if (response.statusCode !== 201) continue
          const first = firstOf.get(key) ?? { title, body: response.json() }
          firstOf.set(key, first)
          expect([title, response.json()]).toEqual([first.title, first.body])
        }
        for (const { key, title, response } of await Promise.all(round.map(send))) {
          const first = firstOf.get(key)
          if (first?.title === title) expect(result(response)).toEqual([201, first.body])
          else expect(refusal(response)).toEqual([422, 'idempotency_key_reused'])
        }
      }
      expect((await ada.titles()).sort()).toEqual([...firstOf.values()].map(({ title }) => title).sort())
    }),
    { numRuns: 15 },
  )
})

test('SAVE-01 concurrent requests with one key save one prompt', async () => {
  const ada = await newAccount()
  const key = withKey()
  const responses = await Promise.all(Array.from({ length: 6 }, () => ada.post('/api/prompts', sampleInput, key)))
  const saved = responses.filter(({ statusCode }) => statusCode === 201)
  expect(new Set(saved.map(({ body }) => body)).size).toBe(1)
  for (const response of responses.filter((response) => !saved.includes(response))) {
    expect([...refusal(response), response.headers['retry-after']]).toEqual([409, 'idempotency_key_in_use', '1'])
  }
  expect(await ada.titles()).toHaveLength(1)
})

test('SAVE-01 a request whose client left is carried out once, and its response kept', async () => {
  const ada = await newAccount()
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  calls = 0
  work = async () => {
    start()
    await finished
    return { calls }
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/work`
  const leaving = new AbortController()
  const headers = { ...ada.signedIn, ...withKey('left') }
  const connection = once(app.server, 'connection')
  const lost = fetch(url, { method: 'POST', headers, signal: leaving.signal }).catch(() => 'lost')
  const [socket] = await connection
  await started
  const inUse = await ada.post('/api/work', {}, withKey('left'))
  leaving.abort()
  expect(await lost).toBe('lost')
  if (!socket.closed) await once(socket, 'close')
  finish()
  // Without a body, as the first one.
  const repeat = () => app.inject({ method: 'POST', url: '/api/work', headers })
  await expect.poll(async () => (await repeat()).statusCode).toBe(200)
  expect((await repeat()).json()).toEqual({ calls: 1 })
  expect(refusal(inUse)).toEqual([422, 'idempotency_key_reused'])
})

test('SAVE-02 a key belongs to one account, method, path and body', async () => {
  const [ada, bob] = [await newAccount(), await newAccount()]
  const key = withKey()
  await ada.post('/api/prompts', sampleInput, key)
  for (const reused of [
    await ada.post('/api/prompts', { ...sampleInput, title: 'Other' }, key),
    await ada.post('/api/prompts?page=1', sampleInput, key),
    await ada.put(`/api/prompts/${randomUUID()}`, sampleInput, key),
  ])
    expect(refusal(reused)).toEqual([422, 'idempotency_key_reused'])
  const ofBob = await bob.post('/api/prompts', { ...sampleInput, title: 'Of Bob' }, key)
  expect([ofBob.statusCode, isReplayed(ofBob), await bob.titles()]).toEqual([201, false, ['Of Bob']])
})

test('SAVE-02 a request without an account is answered with its first response, too', async () => {
  const key = withKey()
  const send = (name: string) =>
    app.inject({ method: 'POST', url: '/api/device-logins', headers: key, payload: { name, scopes: ['content:read'] } })
  const first = await send('vca')
  expect([first.statusCode, (await send('vca')).json()]).toEqual([201, first.json()])
  expect(refusal(await send('other'))).toEqual([422, 'idempotency_key_reused'])
})

test.each(['', ' ', 'with space', 'ä', 'x'.repeat(256)])('SAVE-02 the key %j is refused', async (key) => {
  const ada = await newAccount()
  const refused = await ada.post('/api/prompts', sampleInput, withKey(key))
  expect([...refusal(refused), Object.keys(refused.json().fields)]).toEqual([400, 'invalid_request', ['Idempotency-Key']])
  expect(await ada.titles()).toEqual([])
})

test('SAVE-02 a key may be quoted, and may have 255 characters', async () => {
  const ada = await newAccount()
  for (const key of [`"${randomUUID()}"`, 'x'.repeat(255)]) {
    for (const replayed of [false, true]) {
      const response = await ada.post('/api/prompts', sampleInput, withKey(key))
      expect([response.statusCode, isReplayed(response)]).toEqual([201, replayed])
    }
  }
})

test('SAVE-03 a refused or failed request keeps no response, and may be sent again with its key', async () => {
  const ada = await newAccount()
  const key = withKey()
  expect(refusal(await ada.post('/api/prompts', { ...sampleInput, title: '' }, key))).toEqual([400, 'invalid_request'])
  expect((await ada.post('/api/prompts', sampleInput, key)).statusCode).toBe(201)
  work = async () => {
    throw Object.assign(new Error('unavailable'), { statusCode: 503 })
  }
  const other = withKey()
  expect((await ada.post('/api/work', {}, other)).statusCode).toBe(503)
  work = async () => ({ done: true })
  expect(result(await ada.post('/api/work', {}, other))).toEqual([200, { done: true }])
})

test('SAVE-03 a request that exceeded its time limit stays in use for a minute', async () => {
  const ada = await newAccount()
  const key = withKey()
  work = async () => {
    throw new errorCodes.FST_ERR_HANDLER_TIMEOUT('60000', '/api/work')
  }
  expect((await ada.post('/api/work', {}, key)).statusCode).toBe(503)
  work = async () => ({})
  expect(refusal(await ada.post('/api/work', {}, key))).toEqual([409, 'idempotency_key_in_use'])
  await app.sql`update idempotency_keys set created_at = now() - interval '61 seconds' where account_id = ${ada.id}`
  expect(refusal(await ada.post('/api/work', { other: true }, key))).toEqual([422, 'idempotency_key_reused'])
  expect((await ada.post('/api/work', {}, key)).statusCode).toBe(200)
})

test('SAVE-03 keeps responses for a day, and the newest 100 of an account', async () => {
  const ada = await newAccount()
  const key = withKey()
  await ada.post('/api/prompts', sampleInput, key)
  await app.sql`update idempotency_keys set created_at = now() - interval '25 hours' where account_id = ${ada.id}`
  expect(isReplayed(await ada.post('/api/prompts', sampleInput, key))).toBe(false)
  await app.sql`insert into idempotency_keys (id, account_id, fingerprint, response, created_at)
    select n::text, ${ada.id}, '', '', now() - n * interval '1 second' from generate_series(1, 120) n`
  await ada.post('/api/prompts', sampleInput, withKey())
  const [kept] = await app.sql`select count(*)::int, max(id::int) filter (where fingerprint = '') as oldest
    from idempotency_keys where account_id = ${ada.id}`
  expect(kept).toEqual({ count: 100, oldest: 98 })
})

test('SAVE-04 the database holds no text and no token of a kept response', async () => {
  const ada = await newAccount()
  issuer.addUser({ id: ada.id, email: `${ada.id}@example.test` })
  const made = await ada.post('/api/tokens', { name: 'Script', scopes: ['content:read'], expires_in_days: 30 }, withKey())
  expect(made.json().token).toMatch(/^vca_/)
  const rows = await app.sql`select * from idempotency_keys where account_id = ${ada.id}`
  expect(rows).toHaveLength(1)
  for (const text of [made.json().token, 'Script']) expect(JSON.stringify(rows)).not.toContain(text)
  expect(Buffer.from(rows[0]?.response, 'base64').toString('latin1')).not.toContain(made.json().token)
})
