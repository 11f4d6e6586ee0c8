import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from './testing/test-database.ts'
import { startTestIssuer } from './testing/test-issuer.ts'

const KEY = 'sb_secret_of-the-test-issuer'

/** Starts the real process; its output is collected, and it does not outlive the test. */
function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/server.ts'], {
    env: { PATH: process.env.PATH ?? '', ...env },
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
  return { child, output }
}

const exitOf = async (child: ChildProcess): Promise<number | null> =>
  child.exitCode === null ? (await once(child, 'exit'))[0] : child.exitCode

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

async function startedServer(settings: Record<string, string> = {}) {
  const issuer = await startTestIssuer(KEY)
  onTestFinished(() => issuer.stop())
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATABASE_URL: await createTestDatabase(),
    WEB_ORIGIN: 'http://localhost:3000',
    SUPABASE_URL: issuer.url,
    SUPABASE_SERVICE_ROLE_KEY: KEY,
    ...settings,
  }
  const server = run(env)
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/api/ready`).then(
          (response) => response.status,
          () => 0,
        ),
      { timeout: 15_000 },
    )
    .toBe(200)
  return { ...server, issuer, env, url }
}

test('finishes running requests after a signal', async () => {
  const { child, output, issuer, env, url } = await startedServer()
  const headers = { authorization: `Bearer ${await issuer.token()}` }
  const sql = postgres(env.DATABASE_URL, { max: 1 })
  onTestFinished(() => sql.end())

  let pendingResponse: Promise<Response> | undefined
  await sql.begin(async (transaction) => {
    await transaction`lock table accounts in access exclusive mode`
    pendingResponse = fetch(`${url}/api/accounts/context`, { headers })
    await transaction`select pg_sleep(0.5)`
    child.kill('SIGTERM')
    await transaction`select pg_sleep(0.5)`
    await expect(fetch(`${url}/api/health`), 'new connections are refused').rejects.toThrow()
  })
  expect((await pendingResponse)?.status).toBe(200)
  expect(await exitOf(child)).toBe(0)
  expect(output).toEqual({ out: expect.stringContaining('"msg":"closing"'), err: '' })
})

test('reports that it is not ready after a signal, and serves requests until the load balancer notices', async () => {
  const { child, url } = await startedServer({ DRAIN_SECONDS: '60' })
  child.kill('SIGTERM')
  const statusOf = async (where: string) => (await fetch(url + where)).status
  await expect.poll(() => statusOf('/api/ready')).toBe(503)
  expect(await statusOf('/api/health')).toBe(200)
})

test('names missing variables and exits', async () => {
  const { child, output } = run({ PORT: '0' })
  expect(await exitOf(child)).toBe(1)
  expect(output.err).toMatch(/^The API cannot start.*\n {2}DATABASE_URL is missing/)
  expect(output.err).not.toMatch(/^\s+at /m)
})

test('explains a taken port and exits', async () => {
  const { env } = await startedServer()
  const { child, output } = run(env)
  expect(await exitOf(child)).toBe(1)
  expect(output.err).toBe(`Port ${env.PORT} is taken by another program. Stop that program, or set PORT to a free one.\n`)
})
