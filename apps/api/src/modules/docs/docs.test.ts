import { brotliCompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { endpoints } from '../../testing/contract-endpoints.ts'

const WEB = 'https://academy.example.test'
const { app } = await buildTestApp({ env: { WEB_ORIGIN: WEB } })

test("API-12 the OpenAPI documents have every endpoint and the academy's URL, those of the administrator in one of them", async () => {
  const load = async (url: string) => (await app.inject({ url, headers: { host: 'other.example.test' } })).json()
  const [document, adminDocument] = [await load('/openapi.json'), await load('/openapi-admin.json')]
  const described = ({ paths }: { paths: object }) => Object.values<object>(paths as never).flatMap((path) => Object.keys(path))
  expect(described(adminDocument)).toHaveLength(endpoints.length)
  expect(described(document)).toHaveLength(endpoints.filter(({ auth }) => auth !== 'admin').length)
  expect(document.servers).toEqual([{ url: WEB }])
})

test('DOCS-04 the document and the page are compressed, and sent once to a client that keeps them', async () => {
  for (const [url, limit] of [
    ['/openapi.json', 40_000],
    ['/docs/', 10_000],
    ['/docs/js/scalar.js', 1_300_000],
  ] as const) {
    const response = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect([url, response.headers['content-encoding'], response.rawPayload.length < limit]).toEqual([url, 'br', true])
    const again = await app.inject({ url, headers: { 'if-none-match': String(response.headers.etag) } })
    expect([url, again.statusCode, again.rawPayload.length]).toEqual([url, 304, 0])
  }
})

test('the reference page loads nothing from other origins', async () => {
  const response = await app.inject('/docs/')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toMatch('text/html')
  expect(response.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  const policy = String(response.headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/)
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toMatch(/https?:|script-src[^;]*unsafe/)
})

test('the reference page suggests a way to sign in that the document has', async () => {
  const { components } = (await app.inject('/openapi.json')).json()
  const [, suggested = ''] = /"preferredSecurityScheme":\s*"(\w+)"/.exec((await app.inject('/docs/')).body) ?? []
  expect(Object.keys(components.securitySchemes)).toContain(suggested)
})

test('serves the script of the reference page', async () => {
  const response = await app.inject('/docs/js/scalar.js')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toMatch('javascript')
  expect(response.body.length).toBeGreaterThan(1_000_000)
  // The first reader waits until it is compressed: the best quality takes seconds for a text of this size.
  const compressed = await app.inject({ url: '/docs/js/scalar.js', headers: { 'accept-encoding': 'br' } })
  const { BROTLI_MODE_TEXT, BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY } = constants
  const fast = brotliCompressSync(response.rawPayload, { params: { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT } })
  expect(fast.equals(compressed.rawPayload)).toBe(true)
})

test('redirects the URL without the slash to the page', async () => {
  const response = await app.inject('/docs')
  expect([response.statusCode, response.headers.location]).toEqual([308, '/docs/'])
})

test('only the reference page has a policy that allows more than data', async () => {
  const response = await app.inject('/openapi.json')
  expect(response.headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
})
