import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'

const WEB = 'https://academy.example.test'
const { app, signIn } = await buildTestApp({ env: { WEB_ORIGIN: WEB } })

const preflight = (origin: string, method = 'PUT', headers = 'authorization,content-type') =>
  app.inject({
    method: 'OPTIONS',
    url: '/api/accounts/profile',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  })

describe('D-115 pages of the web app', () => {
  test('are allowed every method of the contract and their headers', async () => {
    const { statusCode, headers } = await preflight(WEB)
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': WEB,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id',
      'access-control-max-age': '7200',
    })
  })

  test.each<[string, InjectOptions]>([
    ['success', { url: '/api/health' }],
    ['401', { url: '/api/accounts/context' }],
    ['404', { url: '/api/nothing' }],
    ['400 for a URL that cannot be read', { url: '/api/prompts/%ff' }],
    ['405', { method: 'DELETE', url: '/api/accounts' }],
    ['400', { method: 'POST', url: '/api/accounts', payload: {} }],
    ['415', { method: 'POST', url: '/api/accounts', payload: 'x', headers: { 'content-type': 'text/plain' } }],
  ])('may read the response, %s as well', async (_, request) => {
    const { headers } = await app.inject({ ...request, headers: { ...request.headers, origin: WEB } })
    expect(headers['access-control-allow-origin']).toBe(WEB)
    expect(headers['access-control-expose-headers']).toBe('etag, ratelimit, ratelimit-policy, retry-after, x-request-id')
  })
})

describe.each([
  'https://academy.example.test.evil.test',
  'http://academy.example.test',
  'https://sub.academy.example.test',
  'https://academy.example.test:8443',
  'null',
])('D-115 the origin %s', (origin) => {
  test('gets no CORS headers', async () => {
    expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin')
    const response = await app.inject({ url: '/api/accounts/context', headers: { origin, ...(await signIn()) } })
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

test('D-115 accepts and sets no cookies', async () => {
  const { headers } = await app.inject({ url: '/api/accounts/context', headers: { origin: WEB, cookie: 'session=1', ...(await signIn()) } })
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
  expect(headers).not.toHaveProperty('set-cookie')
})

test('varies responses by origin for caches', async () => {
  expect((await app.inject({ url: '/api/health', headers: { origin: WEB } })).headers.vary).toMatch(/origin/i)
  expect((await app.inject('/api/health')).headers.vary).toMatch(/origin/i)
})
