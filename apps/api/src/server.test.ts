import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from './testing/test-database.ts'
import { startTestIssuer } from './testing/test-issuer.ts'
import { startWebhookReceiver } from './testing/webhook-receiver.ts'

const KEY = 'sb_secret_of-the-test-issuer'
const receiver = await startWebhookReceiver()

/** Starts the real process, which does not outlive the test. Collects its output, which is complete once `exit` resolves with the exit code. */
function run(env: Record<string, string>, args = ['src/server.ts']) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, output, exit: once(child, 'close').then(([code]) => code) }
}

async function startedServer(settings: Record<string, string> = {}) {
  const issuer = await startTestIssuer(KEY)
  onTestFinished(() => issuer.stop())
  const env = {
    PORT: '0',
    DATABASE_URL: await createTestDatabase(),
    WEB_ORIGIN: 'http://localhost:3000',
    SUPABASE_URL: issuer.url,
    SUPABASE_SERVICE_ROLE_KEY: KEY,
    ...settings,
  }
  const server = run(env)
  const loggedUrl = () => /Server listening at (http:[^"]+)/.exec(server.output.out)?.[1]
  await expect.poll(loggedUrl).toBeDefined()
  const url = loggedUrl() ?? ''
  await expect.poll(async () => (await fetch(`${url}/api/ready`)).status).toBe(200)
  return { ...server, issuer, env, url }
}

test('finishes running requests after a signal', async () => {
  const { child, output, exit, issuer, env, url } = await startedServer()
  const headers = { authorization: `Bearer ${await issuer.token()}` }
  const sql = postgres(env.DATABASE_URL, { max: 2 })
  onTestFinished(() => sql.end())

  let pendingResponse: Promise<Response> | undefined
  await sql.begin(async (transaction) => {
    await transaction`lock table accounts in access exclusive mode`
    pendingResponse = fetch(`${url}/api/accounts/context`, { headers })
    await expect
      .poll(() => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .toHaveLength(1)
    child.kill('SIGTERM')
    const connecting = () =>
      fetch(`${url}/api/health`).then(
        () => 'accepted',
        () => 'refused',
      )
    await expect.poll(connecting, { message: 'new connections' }).toBe('refused')
  })
  expect((await pendingResponse)?.status).toBe(200)
  expect(await exit).toBe(0)
  expect(output).toEqual({ out: expect.stringContaining('"msg":"closing"'), err: '' })
})

test('reports that it is not ready after a signal, and serves requests until the load balancer notices', async () => {
  const { child, url } = await startedServer({ DRAIN_SECONDS: '60' })
  child.kill('SIGTERM')
  const statusOf = async (where: string) => (await fetch(url + where)).status
  await expect.poll(() => statusOf('/api/ready')).toBe(503)
  expect(await statusOf('/api/health')).toBe(200)
})

test.each(['src/server.ts', 'src/migrate.ts', '../web-server/src/server.ts'])(
  'OPS-13 %s refuses an older Node with a sentence',
  async (entry) => {
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.9.0' } })"
    const { exit, output } = run({ PORT: '0' }, ['--import', `data:text/javascript,${encodeURIComponent(older)}`, entry])
    expect(await exit).toBe(1)
    expect(output).toEqual({ out: '', err: 'This program needs Node 26 or newer, and this is Node 24.9.0. Install a newer one.\n' })
  },
)

test('names missing variables and exits', async () => {
  const { exit, output } = run({ PORT: '0' })
  expect(await exit).toBe(1)
  expect(output.err).toMatch(/^The API cannot start.*\n {2}WEB_ORIGIN is missing.*\n {2}DATABASE_URL is missing/)
  expect(output.err).not.toMatch(/^\s+at /m)
})

test('explains a taken port and exits', async () => {
  const { env, url } = await startedServer()
  const { port } = new URL(url)
  const { exit, output } = run({ ...env, PORT: port })
  expect(await exit).toBe(1)
  expect(output.err).toBe(`Port ${port} is taken by another program. Stop that program, or set PORT to a free one.\n`)
})

test('HOOK-04 after a process was killed while it sent an event, the next one sends that event again, and then the others in order', async () => {
  const arrived = Promise.withResolvers<void>()
  receiver.respond = (request, response) => {
    if (receiver.received.length < 3) return receiver.accept(request, response)
    arrived.resolve()
  }
  const { child, exit, env } = await startedServer({ WEBHOOK_TRUSTED_ORIGINS: receiver.origin, FILE_SIGNING_KEY: 'k'.repeat(32) })
  const sql = postgres(env.DATABASE_URL, { max: 1 })
  onTestFinished(() => sql.end())
  await sql`insert into webhook_endpoints (url, events, position) values (${`${receiver.origin}/hook`}, '{tutorial.started}', 0)`
  for (const tutorial of ['one', 'two', 'three', 'four'])
    await sql`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at) values (${randomUUID()}, ${tutorial}, now(), now())`
  await arrived.promise
  child.kill('SIGKILL')
  await exit
  receiver.respond = receiver.accept
  // A minute after its claim, another process takes the one that claimed the event for dead.
  await sql`update webhook_endpoints set due_at = now()`
  run(env)
  await expect.poll(receiver.tutorials).toEqual(['one', 'two', 'three', 'three', 'four'])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect([ids.toSorted(), new Set(ids).size, ids[2]]).toEqual([ids, 4, ids[3]])
})
