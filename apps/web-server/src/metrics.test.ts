import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startWebServer } from './web-server.ts'

const TOKEN = 'a-token-for-metrics'

/** Starts a web server whose auth service responds with this status. */
async function start({ metricsToken, status = 200 }: { metricsToken?: string; status?: number }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-web-metrics-'))
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Page</title>')
  const auth = createServer((_request, response) => response.writeHead(status).end())
  await new Promise<void>((listening) => auth.listen(0, '127.0.0.1', listening))
  const upstream = `http://127.0.0.1:${(auth.address() as AddressInfo).port}`
  const web = await startWebServer({ folder, port: 0, upstreams: { api: upstream, auth: upstream }, settings: {}, metricsToken })
  onTestFinished(async () => {
    await web.stop()
    auth.close()
    rmSync(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${web.port}`
  const read = (authorization: string) => fetch(`${url}/metrics`, { headers: { authorization } }).then((response) => response.text())
  return { url, read, metrics: () => read(`Bearer ${TOKEN}`) }
}

test('OPS-08 counts sign-ups, password resets and changes of an address that the auth service fails', async () => {
  const { url, metrics } = await start({ metricsToken: TOKEN, status: 500 })
  expect(await metrics()).toContain('auth_mail_requests_failed_total{endpoint="signup"} 0')
  const requests = [
    ['POST', '/auth/v1/signup?redirect_to=x'],
    ['POST', '/auth/v1/recover'],
    ['PUT', '/auth/v1/user'],
    ['GET', '/auth/v1/user'],
    ['POST', '/auth/v1/token'],
    ['POST', '/api/accounts'],
  ] as const
  for (const [method, where] of requests) expect((await fetch(url + where, { method })).status).toBe(500)
  // the server counts a response once it is sent
  await expect.poll(metrics).toContain('auth_mail_requests_failed_total{endpoint="user"} 1')
  expect((await metrics()).match(/^auth_mail.* [1-9]\d*$/gm)).toEqual([
    'auth_mail_requests_failed_total{endpoint="signup"} 1',
    'auth_mail_requests_failed_total{endpoint="recover"} 1',
    'auth_mail_requests_failed_total{endpoint="user"} 1',
  ])
})

test.each([200, 400, 429])('OPS-08 a response with %i is no failure of the mail server', async (status) => {
  const { url, metrics } = await start({ metricsToken: TOKEN, status })
  expect((await fetch(`${url}/auth/v1/signup`, { method: 'POST' })).status).toBe(status)
  expect((await metrics()).match(/^auth_mail.* [1-9]\d*$/gm)).toBeNull()
})

test('OPS-08 the metrics need the token, and without one in the settings there are none', async () => {
  const { read } = await start({ metricsToken: TOKEN })
  for (const wrong of ['', 'Bearer', TOKEN, `Bearer ${TOKEN}x`]) expect(await read(wrong)).toContain('<title>Page</title>')
  expect(await (await start({})).metrics()).toContain('<title>Page</title>')
})

test('an alert watches the failures', async () => {
  const alerts = readFileSync(path.join(import.meta.dirname, '../../../.github/operations/alerts.yml'), 'utf8')
  const watched = /alert: MailsFail\s+expr: .*\((\w+)\[/.exec(alerts)?.[1]
  expect(await (await start({ metricsToken: TOKEN })).metrics()).toContain(`# TYPE ${watched} counter`)
})
