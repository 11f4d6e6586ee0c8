import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { type Standins, startStandins } from '../start-standins.ts'
import { SITE, startTestStandins } from '../testing/standins.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())
afterEach(async () => {
  await call('DELETE', '/control/faults')
  await call('POST', '/control/clock', { reset: true })
})

const call = async (method: string, path: string, body?: unknown) => {
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${standins.url}${path}`, { method, ...json })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

type Clock = { service: string; offset_seconds: number }

const settings = (from: Standins = standins) => fetch(`${from.url}/auth/v1/settings`, { headers: { apikey: from.anonKey } })

test('a fault affects only its service, for the requested number of times', async () => {
  expect((await call('PUT', '/control/faults', { service: 'auth', kind: 'error', status: 502, times: 2 })).status).toBe(200)
  expect((await settings()).status).toBe(502)
  expect((await call('GET', '/control/faults')).body).toEqual({ faults: [{ service: 'auth', kind: 'error', status: 502, times: 1 }] })
  expect((await fetch(`${standins.notionBaseUrl}/v1/users/me`)).status).toBe(401)
  expect((await settings()).status).toBe(502)
  expect((await settings()).status).toBe(200)
})

test('limits a fault to some paths, and removes it by DELETE', async () => {
  await call('PUT', '/control/faults', { service: 'auth', kind: 'rate_limited', retry_after: 7, path: '/settings' })
  await call('PUT', '/control/faults', { service: 'notion', kind: 'down' })
  expect((await fetch(`${standins.url}/auth/v1/.well-known/jwks.json`)).status).toBe(200)
  const limited = await settings()
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  await expect(fetch(`${standins.notionBaseUrl}/v1/users/me`)).rejects.toThrow('fetch failed')
  expect((await call('DELETE', '/control/faults?service=auth')).body).toEqual({ faults: [{ service: 'notion', kind: 'down' }] })
  expect((await call('DELETE', '/control/faults')).body).toEqual({ faults: [] })
  expect((await settings()).status).toBe(200)
})

test('stopping drops a request that a fault delays, instead of waiting for it', async () => {
  const own = await startTestStandins()
  await fetch(`${own.url}/control/faults`, {
    method: 'PUT',
    body: JSON.stringify({ service: 'auth', kind: 'slow', delay_ms: 600_000, times: 1 }),
    headers: { 'content-type': 'application/json' },
  })
  const held = settings(own).then(
    () => 'responded',
    () => 'dropped',
  )
  // the request has used the fault up
  await expect.poll(async () => (await fetch(`${own.url}/control/faults`)).json()).toEqual({ faults: [] })
  await own.stop()
  expect(await held).toBe('dropped')
})

test('refuses invalid faults and times with the reason', async () => {
  expect(await call('PUT', '/control/faults', { service: 'unknown', kind: 'down' })).toMatchObject({ status: 400 })
  expect(await call('PUT', '/control/faults', { service: 'auth', kind: 'error', status: 200 })).toMatchObject({ status: 400 })
  expect(await call('PUT', '/control/faults', { service: 'auth', kind: 'webhook_drop' })).toMatchObject({ status: 400 })
  expect(await call('POST', '/control/clock', { advance_seconds: -1 })).toMatchObject({ status: 400 })
  expect(await call('POST', '/control/clock', {})).toMatchObject({ status: 400 })
  expect(await call('DELETE', '/control/faults?service=unknown')).toMatchObject({ status: 400 })
})

test('moves clocks per service or together, and resets them', async () => {
  const offsets = (body: Record<string, unknown>) =>
    ['auth', 'notion', 'mailbox'].map((name) => (body.clocks as Clock[]).find(({ service }) => service === name)?.offset_seconds)
  expect(offsets((await call('POST', '/control/clock', { service: 'notion', advance_seconds: 60 })).body)).toEqual([0, 60, 0])
  expect(offsets((await call('POST', '/control/clock', { advance_seconds: 3600 })).body)).toEqual([3600, 3660, 3600])
  expect(offsets((await call('POST', '/control/clock', { service: 'auth', reset: true })).body)).toEqual([0, 3660, 3600])
  expect(offsets((await call('POST', '/control/clock', { reset: true })).body)).toEqual([0, 0, 0])
})

test('keeps moved clocks across a restart, but no faults', async () => {
  const first = await startTestStandins()
  const put = (path: string, method: string, body: unknown) =>
    fetch(`${first.url}${path}`, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  await put('/control/clock', 'POST', { service: 'auth', advance_seconds: 90 })
  await put('/control/faults', 'PUT', { service: 'auth', kind: 'down' })
  await first.stop()
  const second = await startTestStandins({ databaseUrl: first.databaseUrl })
  onTestFinished(second.stop)
  const { clocks } = (await (await fetch(`${second.url}/control/clock`)).json()) as { clocks: Clock[] }
  expect(clocks[0]).toMatchObject({ service: 'auth', offset_seconds: 90 })
  expect((await settings(second)).status).toBe(200)
})

test('names a taken port and says what to do', async () => {
  const { databaseUrl } = standins
  const port = Number(new URL(standins.url).port)
  await expect(startStandins({ databaseUrl, siteUrl: SITE, port })).rejects.toThrow(
    `Port ${port}, meant for the stand-ins, is taken by another program. Stop that program`,
  )
  await expect(startStandins({ databaseUrl, siteUrl: SITE, smtpPort: standins.smtpPort })).rejects.toThrow(
    `Port ${standins.smtpPort}, meant for the mailbox (SMTP), is taken`,
  )
})
