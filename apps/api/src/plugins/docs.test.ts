import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { endpoints } from '../testing/contract-endpoints.ts'

const { app } = await buildTestApp()

test("API-12 the OpenAPI document has every endpoint and the API's URL", async () => {
  const response = await app.inject({ url: '/openapi.json', headers: { host: 'api.example.test' } })
  expect(response.statusCode).toBe(200)
  const document = response.json()
  expect(document.servers).toEqual([{ url: 'http://api.example.test' }])
  const described = Object.values<Record<string, unknown>>(document.paths).flatMap((path) => Object.keys(path))
  expect(described).toHaveLength(endpoints.length)
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
})

test('redirects the URL without the slash to the page', async () => {
  const response = await app.inject('/docs')
  expect([response.statusCode, response.headers.location]).toEqual([308, '/docs/'])
})

test('only the reference page has a policy that allows more than data', async () => {
  const response = await app.inject('/openapi.json')
  expect(response.headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
})
