import { afterAll, afterEach, expect, test } from 'vitest'
import { type Standins, startStandins } from '../start-standins.ts'
import { SITE, startTestStandins } from '../testing/standins.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())
afterEach(async () => {
  await call('DELETE', '/control/faults')
})

const call = async (method: string, path: string, body?: unknown) => {
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${standins.url}${path}`, { method, ...json })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const settings = (from: Standins = standins) => fetch(`${from.url}/auth/v1/settings`, { headers: { apikey: from.anonKey } })

test('a fault affects only its service, for the requested number of times', async () => {
  expect((await call('PUT', '/control/faults', { service: 'auth', kind: 'error', status: 502, times: 2 })).status).toBe(200)
  expect((await settings()).status).toBe(502)
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
  await call('DELETE', '/control/faults?service=auth')
  expect((await settings()).status).toBe(200)
  await expect(fetch(`${standins.notionBaseUrl}/v1/users/me`)).rejects.toThrow('fetch failed')
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
  expect(await call('POST', '/control/clock', { service: 'auth', advance_seconds: -1 })).toMatchObject({ status: 400 })
  expect(await call('POST', '/control/clock', {})).toMatchObject({ status: 400 })
  expect(await call('DELETE', '/control/faults?service=unknown')).toMatchObject({ status: 400 })
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
