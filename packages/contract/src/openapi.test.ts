import { Validator } from '@seriousme/openapi-schema-validator'
import type { AppRoute, AppRouter } from '@ts-rest/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'
import { openApiDocument, SHARED_RESPONSE, securityFor } from './openapi.ts'
import { tokenScopes } from './token-scopes.ts'

const document = openApiDocument('https://api.example.test', { withAdmin: true })
const publicDocument = openApiDocument('https://api.example.test')

type Json = { [key: string]: unknown }
type Parameter = { $ref?: string; name: string; description?: string; example?: unknown }
type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Json; example?: unknown } } }
  responses: Record<
    string,
    { $ref?: string; description?: string; headers?: object; content?: Record<string, { schema: Json; example?: unknown }> }
  >
}
type Responses = Operation['responses']
/** Returns the operations with the responses that several share, as a reader finds them by their references. */
const operationsOf = ({ paths, components }: Json) => {
  const shared = (components as { responses: Responses }).responses
  const read = (response: Responses[string]) => {
    const name = response.$ref?.split('/').at(-1) ?? ''
    return name.includes(SHARED_RESPONSE) ? (shared[name] ?? response) : response
  }
  const all = Object.values(paths as Record<string, Record<string, Operation>>).flatMap((path) => Object.values(path))
  return all.map((operation) => ({
    ...operation,
    responses: Object.fromEntries(Object.entries(operation.responses).map(([status, response]) => [status, read(response)])),
  }))
}
const operations = operationsOf(document)
const schemas = (document.components as { schemas: Record<string, Json> }).schemas

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
  expect(paths['/api/accounts']?.post?.security).toEqual([{}, { session: [] }])
  expect(paths['/api/withdrawals']?.post?.security).toEqual([])
  expect(paths['/api/accounts/context']?.get?.security).toEqual([{ session: [] }, { token: [] }])
  expect(JSON.stringify(schemas.ProfileInput)).toContain('"maxLength":100')
  expect(JSON.stringify(document)).not.toContain('"schema":{}')
  expect(paths['/api/sessions/{sessionId}/checkpoint']?.get?.responses[200]).toMatchObject({
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  })
})

test('DOCS-01 every operation has a summary, a description, and an example of its body and of its response', () => {
  expect(operations.length).toBeGreaterThan(70)
  for (const { operationId, summary, description, requestBody, responses } of operations) {
    expect([operationId, summary, description]).toEqual([operationId, expect.stringMatching(/^[A-Z]/), expect.stringMatching(/\.”?$/)])
    const bodies = [
      requestBody?.content,
      ...Object.entries(responses).flatMap(([status, { content }]) => (/^2/.test(status) ? [content] : [])),
    ]
    for (const body of bodies.flatMap((content) => (content?.['application/json'] ? [content['application/json']] : [])))
      expect([operationId, body]).toEqual([operationId, expect.objectContaining({ example: expect.anything() })])
  }
})

test('DOCS-01 every parameter has a description and an example', () => {
  const parameters = operations.flatMap(({ operationId, parameters }) => parameters.map((parameter) => ({ operationId, ...parameter })))
  const lacking = parameters.filter(({ $ref, description, example }) => $ref === undefined && (!description || example === undefined))
  expect(lacking).toEqual([])
})

/** Fields whose names say all there is to say. */
const PLAIN =
  /^(success|message|data|id|name|title|description|content|code|number|email|status|state|results|receipts|html|[a-z]+_at|tutorial_(id|name)|plain_text|rich_text|relation|multi_select|checkbox|Name|Text|Description|Content|CodeSample)$/

/** Returns the paths of fields without a description; `place` begins them. */
const undescribed = (place: string, schema: Json): string[] => {
  const parts = [...((schema.anyOf ?? schema.oneOf ?? []) as Json[]), ...(schema.items ? [schema.items as Json] : [])]
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  return [
    ...fields.flatMap(([name, field]) => [
      ...(field.description || field.$ref || PLAIN.test(name) ? [] : [`${place}.${name}`]),
      ...undescribed(`${place}.${name}`, field),
    ]),
    ...parts.flatMap((part) => undescribed(place, part)),
  ]
}

test('DOCS-01 every schema has a description, and so has every field whose name does not say enough', () => {
  const { schemas: named } = publicDocument.components as { schemas: Record<string, Json> }
  expect(Object.keys(named)).toEqual(expect.arrayContaining(['Error', 'Prompt', 'PromptInput', 'TutorialContent', 'Account']))
  expect(Object.entries(named).flatMap(([name, { description }]) => (description ? [] : [name]))).toEqual([])
  const bodies = operationsOf(publicDocument).flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((content) =>
      Object.values(content?.content ?? {}).map(({ schema }) => [operationId, schema] as const),
    ),
  )
  expect([...Object.entries(named), ...bodies].flatMap(([place, schema]) => undescribed(place, schema))).toEqual([])
})

test('DOCS-01 examples are what the endpoints accept and return', () => {
  for (const [group, router] of Object.entries(contract as AppRouter))
    for (const [name, route] of Object.entries(router as Record<string, AppRoute>)) {
      const operation = operations.find(({ operationId }) => operationId === `${group}.${name}`)
      const examples: [unknown, unknown][] = [
        ['body' in route ? route.body : undefined, operation?.requestBody?.content['application/json'].example],
        ...Object.entries(route.responses).map(([status, schema]): [unknown, unknown] => [
          schema,
          operation?.responses[status]?.content?.['application/json']?.example,
        ]),
      ]
      for (const [schema, example] of examples)
        if (schema instanceof z.ZodType && example !== undefined)
          expect([group, name, schema.safeParse(example).error?.issues]).toEqual([group, name, undefined])
    }
})

test('DOCS-01 every tag has a text, and every response says what it means', () => {
  const tags = document.tags as { name: string; description: string }[]
  expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(tags.map(({ name }) => name)))
  const responses = operations.flatMap((operation) => Object.values(operation.responses))
  expect(responses.filter(({ $ref, description }) => $ref === undefined && !/^[A-Z]/.test(description ?? ''))).toEqual([])
})

test('DOCS-02 errors are one named schema, and statuses that cannot occur are left out', () => {
  const read = operations.find(({ operationId }) => operationId === 'prompts.get')
  expect(Object.keys(read?.responses ?? {})).toEqual(['200', '401', '403', '404', '429', '500', '503'])
  expect(read?.responses[404]).toEqual({ $ref: '#/components/responses/NotFound' })
  expect(Object.keys(operations.find(({ operationId }) => operationId === 'prompts.update')?.responses ?? {})).toEqual(
    expect.arrayContaining(['400', '409', '413', '415']),
  )
  const { responses } = document.components as { responses: Record<string, { headers: object; content?: object }> }
  expect(responses.NotFound).toMatchObject({ content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } })
  expect(Object.keys(responses.RateLimited?.headers ?? {})).toEqual(['x-request-id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'])
  const content = operations.find(({ operationId }) => operationId === 'courses.tutorialContent')
  expect(content?.responses[200]?.headers).toHaveProperty('ETag')
  expect(content?.responses).toHaveProperty('304')
  expect(content?.responses[409]?.description).toContain('start=true')
})

test('DOCS-03 answers may grow: their objects are open, and their values are text with the known ones listed', () => {
  const isOpen = ({ additionalProperties, enum: values }: Json) => additionalProperties !== false && values === undefined
  const closed = Object.entries(schemas).filter(([name, schema]) => !name.endsWith('Input') && !isOpen(schema))
  expect(closed.map(([name]) => name)).toEqual([])
  expect(schemas.Error).toHaveProperty('properties.code', {
    examples: ['invalid_request'],
    type: 'string',
    description: expect.stringMatching(/Known values: `invalid_request`, .*`guarantee_open`.*Others may be added\.$/),
  })
  expect((document.info as { description: string }).description).toContain('accept what you do not know')
})

/** The most characters of an operation with its part of the schemas, on average. */
const MOST_PER_OPERATION = 2_350

test('DOCS-04 the document has at most 2,350 characters for each operation, and no operations of the administrator', () => {
  const { length } = operationsOf(publicDocument)
  expect(JSON.stringify(publicDocument).length).toBeLessThan(MOST_PER_OPERATION * length)
  expect(JSON.stringify(publicDocument)).not.toContain('/api/admin/')
  expect((publicDocument.tags as { name: string }[]).map(({ name }) => name)).not.toContain('adminAccounts')
  expect(JSON.stringify(document)).toContain('/api/admin/')
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

  const secured = Object.entries(document.paths as Record<string, Record<string, { security: Record<string, string[]>[] }>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, { security }]) => ({ name: `${method} ${path}`, security })),
  )
  const accepted = secured.flatMap(({ name, security }) => security.flatMap(({ token }) => (token ? [[name, token]] : [])))
  expect(accepted).toContainEqual(['get /api/prompts', ['prompts:read']])
  expect(accepted).toContainEqual(['put /api/prompts/{id}', ['prompts:write']])
  expect(accepted).toContainEqual(['get /api/accounts/context', []])
  expect(new Set(accepted.flatMap(([, named]) => named))).toEqual(new Set(scopes))
  for (const { name, security } of secured)
    if (/payments|profile|erase|export|tokens|certificates|admin|notes?$/.test(name))
      expect([name, security.some((scheme) => 'token' in scheme)]).toEqual([name, false])
})
