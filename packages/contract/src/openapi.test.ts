import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { contract } from './index.ts'
import { openApiDocument, securityFor } from './openapi.ts'
import { tokenScopes } from './token-scopes.ts'

const document = openApiDocument('https://api.example.test')

test('the generated document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

test('the document contains every endpoint of the contract with its schemas and its security', () => {
  const paths = document.paths as Record<string, Record<string, { security: unknown[]; responses: Record<string, unknown> }>>
  const declared = Object.values(contract)
    .flatMap((group) => Object.values<{ method: string; path: string }>(group))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const documented = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((name) => `${name.toUpperCase()} ${path}`))
  expect(documented.sort()).toEqual(declared.sort())
  expect(documented).toContain('PUT /api/prompts/{id}')
  expect(paths['/api/accounts']?.post?.security).toEqual([])
  expect(paths['/api/accounts/context']?.get?.security).toEqual([{ session: [] }, { token: [] }])
  expect(JSON.stringify(paths['/api/accounts/profile']?.put)).toContain('"maxLength":100')
  expect(JSON.stringify(document)).not.toContain('"schema":{}')
  expect(paths['/api/sessions/{sessionId}/checkpoint']?.get?.responses[200]).toMatchObject({
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  })
})

test('the document describes every response in words', () => {
  const operations = Object.values(document.paths as Record<string, object>).flatMap((methods) => Object.values(methods))
  const descriptions = operations.flatMap(({ responses }: { responses: Record<string, { description: string }> }) =>
    Object.values(responses).map(({ description }) => description),
  )
  expect(descriptions.filter((description) => !/^[A-Z]/.test(description))).toEqual([])
})

test('EDGE-05 patterns have only escapes that every regular expression engine supports', () => {
  const patterns = new Set(
    [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) => JSON.parse(text)),
  )
  expect(patterns.size).toBeGreaterThan(5)
  const portableEscape = /\\(?:x[0-9a-f]{2}|[dDwWsS]|[^0-9A-Za-z])/g
  for (const pattern of patterns) expect(pattern.replace(portableEscape, ''), pattern).not.toMatch(/\\|\(\?(?!:)/)
})

test('ACCESS-01 the document marks endpoints as public, for signed-in users, or for the admin', () => {
  expect(securityFor({ auth: 'public' })).toEqual([])
  expect(securityFor({ auth: 'bearer' })).toEqual([{ session: [] }])
  expect(securityFor({ auth: 'admin' })).toEqual([{ session: ['admin'] }])
  expect(securityFor()).toEqual([{ session: [] }])
})

test('TOKEN-11 the document describes sessions, tokens and scopes, and names the scope of each operation', () => {
  const { securitySchemes } = document.components as {
    securitySchemes: Record<string, { type: string; scheme: string; 'x-scopes'?: object }>
  }
  expect(Object.entries(securitySchemes).map(([name, { type, scheme }]) => [name, type, scheme])).toEqual([
    ['session', 'http', 'bearer'],
    ['token', 'http', 'bearer'],
  ])
  const scopes = Object.keys(securitySchemes.token?.['x-scopes'] ?? {})
  expect(scopes).toEqual(tokenScopes)

  const operations = Object.entries(document.paths as Record<string, Record<string, { security: Record<string, string[]>[] }>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, { security }]) => ({ name: `${method} ${path}`, security })),
  )
  const accepted = operations.flatMap(({ name, security }) => security.flatMap(({ token }) => (token ? [[name, token]] : [])))
  expect(accepted).toContainEqual(['get /api/prompts', ['prompts:read']])
  expect(accepted).toContainEqual(['put /api/prompts/{id}', ['prompts:write']])
  expect(accepted).toContainEqual(['get /api/accounts/context', []])
  expect(new Set(accepted.flatMap(([, named]) => named))).toEqual(new Set(scopes))
  for (const { name, security } of operations)
    if (/payments|profile|erase|export|tokens|certificates|admin|notes?$/.test(name))
      expect([name, security.some((one) => 'token' in one)]).toEqual([name, false])
})
