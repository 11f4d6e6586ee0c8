import type { FastifyPluginAsync } from 'fastify'
import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { describeError, withoutSecrets } from './log.ts'

type Line = Record<string, unknown> & { msg: string; level: number }
const parsed = (logs: string[]): Line[] => logs.map((line) => JSON.parse(line))

test('logs no token, key, address, name or password at the trace level', async () => {
  const { app, issuer, owner, signIn, config, logs } = await buildTestApp({
    env: { LOG_LEVEL: 'trace', METRICS_TOKEN: 'a-token-for-metrics' },
  })
  const email = 'ada.lovelace@example.test'
  const headers = { ...(await signIn({ email })), cookie: 'session=hunter2' }
  const user = issuer.addUser({ email })
  const profile = { first_name: 'Augusta', last_name: 'Byron', job_title: 'Countess' }
  const calls = async () => {
    await app.inject({ url: `/api/accounts/context?token=${headers.authorization.slice(7)}&email=${email}`, headers })
    await app.inject({ method: 'PUT', url: '/api/accounts/profile', headers, payload: profile })
    await app.inject({ method: 'PUT', url: '/api/accounts/profile', headers, payload: { ...profile, password: 'hunter2' } })
    await app.inject({ method: 'POST', url: '/api/accounts', payload: { user_id: user.id, email } })
    await app.inject({ url: `/api/nothing/${email}`, headers })
    await app.inject({ url: '/metrics', headers: { authorization: 'Bearer a-token-for-metrics' } })
  }
  await calls()
  issuer.setDown(true)
  await calls()
  await owner`alter table accounts rename column first_name to given_name`
  await calls()

  expect(logs.length).toBeGreaterThan(15)
  const all = logs.join('\n')
  const [, body, signature] = headers.authorization.split('.')
  const secrets = [email, 'hunter2', 'Augusta', 'Byron', 'Countess', 'a-token-for-metrics', body, signature, config.auth.serviceRoleKey]
  for (const secret of secrets) expect(all).not.toContain(secret)
})

test('logs no query string of a request that is answered after its time limit', async () => {
  const late = Promise.withResolvers<object>()
  let hasBegun = false
  const slow: FastifyPluginAsync = async (routes) => {
    const config = { tsRestRoute: { metadata: { auth: 'bearer' } } } as object
    routes.get('/api/slow', { config, handlerTimeout: 50 }, () => {
      hasBegun = true
      return late.promise
    })
  }
  const { app, signIn, logs } = await buildTestApp({ moreRoutes: { signedIn: slow } })
  const headers = await signIn()
  // On a busy machine the time can end before the handler begins.
  while (!hasBegun) expect((await app.inject({ url: '/api/slow?q=my+illness', headers })).statusCode).toBe(503)
  late.resolve({ late: true })
  await expect.poll(() => logs.join('\n')).toContain('Reply was already sent')
  expect(logs.join('\n')).toContain('/api/slow')
  expect(logs.join('\n')).not.toContain('illness')
})

test('hides secret fields and texts that look like secrets', async () => {
  const { app, logs } = await buildTestApp()
  app.log.warn(
    { password: 'hunter2', authorization: 'Basic abc', 'set-cookie': 'session=hunter2', nested: { note: 'to ada@example.test' } },
    'a line',
  )
  expect(parsed(logs)).toMatchObject([
    { password: '[hidden]', authorization: '[hidden]', 'set-cookie': '[hidden]', nested: { note: 'to [hidden]' }, msg: 'a line' },
  ])
})

test('each line is one JSON object that names its request', async () => {
  const { app, logs } = await buildTestApp({ env: { LOG_LEVEL: 'debug' } })
  await app.inject({ url: '/api/health', headers: { 'x-request-id': 'request-0001' } })
  const line = parsed(logs).find((entry) => entry.msg === 'request completed')
  expect(line).toMatchObject({
    level: 20,
    request_id: 'request-0001',
    method: 'GET',
    route: '/api/health',
    status: 200,
    ms: expect.any(Number),
  })
})

test('logs only slow requests at the info level', async () => {
  const { app, signIn, logs } = await buildTestApp({ env: { LOG_LEVEL: 'info' } })
  const headers = await signIn()
  await app.inject({ url: '/api/accounts/context', headers })
  // on a busy machine any request may be slow
  const linesOfFast = () => parsed(logs).filter(({ msg, ms }) => msg !== 'slow request' || Number(ms) < 1000)
  expect(linesOfFast()).toEqual([])
  logs.length = 0
  const waiting = () => app.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await app.sql.begin(async (sql) => {
    await sql`lock table accounts in access exclusive mode`
    // Not awaited: the request waits for the lock.
    void app.inject({ url: '/api/accounts/context', headers })
    await expect.poll(waiting).toHaveLength(1)
    await sql`select pg_sleep(1.1)`
  })
  await expect.poll(() => parsed(logs)).toMatchObject([{ level: 40, msg: 'slow request', route: '/api/accounts/context' }])
  expect(linesOfFast()).toEqual([])
})

test('removes secrets from texts and keeps the rest', () => {
  expect(withoutSecrets('mail to <a.b+c@example.test>, please')).toBe('mail to <[hidden]>, please')
  expect(withoutSecrets('at postgres://root:pw@db:5432/academy')).toBe('at postgres://[hidden]@db:5432/academy')
  expect(withoutSecrets('Authorization: Bearer abc.def')).toBe('Authorization: Bearer [hidden]')
  expect(withoutSecrets('token eyJhbGciOi.eyJzdWIi.c2ln is bad')).toBe('token [hidden] is bad')
  expect(withoutSecrets('mail to ädä@exämple.co.test and b@c.io')).toBe('mail to [hidden] and [hidden]')
  expect(withoutSecrets("mail to o'neil!#$%&*?^~-r&d@example.test")).toBe('mail to [hidden]')
  const frame = 'at x (file:///app/node_modules/.pnpm/@ts-rest+fastify@3.53.0-rc.1_zod@4.6.7/node_modules/index.mjs:1:2)'
  expect(withoutSecrets(frame)).toBe(frame)
  expect(withoutSecrets('nothing at all')).toBe('nothing at all')
})

test('takes linear time for a long line', () => {
  // processor time, because the machine may be busy
  const before = process.threadCpuUsage()
  for (const part of ['x', 'a.', '//', '@', 'eyJ', 'bearer ']) withoutSecrets(part.repeat(200_000))
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2_000)
})

test('logs an error with its causes, without the values of a failed query', () => {
  const cause = Object.assign(new Error('duplicate key (a@example.test)'), {
    code: '23505',
    constraint_name: 'accounts_pkey',
    detail: 'secret',
  })
  const failed = Object.assign(new Error('Failed query: select $1\nparams: hunter2', { cause }), {
    query: 'select $1',
    params: ['hunter2'],
  })
  const described = describeError(failed)
  expect(described).toMatchObject({
    type: 'Error',
    message: 'Failed query: select $1',
    cause: { code: '23505', constraint: 'accounts_pkey', message: 'duplicate key ([hidden])' },
  })
  expect(described.stack).toMatch(/^\s+at /)
  expect(JSON.stringify(described)).not.toMatch(/hunter2|secret|example\.test/)
  expect(describeError('plain text')).toMatchObject({ type: 'string', message: 'plain text' })
})
