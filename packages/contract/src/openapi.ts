import { type AppRoute, type AppRouter, isAppRoute, isAppRouteOtherResponse } from '@ts-rest/core'
import { z } from 'zod'
import { apiError } from './api-error.ts'
import { contract } from './index.ts'
import { exampleOf, type Json } from './openapi-examples.ts'
import { API_INTRODUCTION, TAG_TEXTS } from './openapi-texts.ts'
import { type EndpointAccess, TOKEN_SCOPES } from './token-scopes.ts'

/** The named schemas of a document, by name. */
type Schemas = Record<string, Json>

const HAS_FORMAT = /^(date-time|date|uuid)$/

/**
 * Opens a schema of responses, so that clients accept what later versions add: objects may have further fields, and a list of values
 * becomes text that names the known ones. Times, days and UUIDs have no pattern, which would repeat their format.
 */
function openSchema({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (HAS_FORMAT.test(String(jsonSchema.format))) delete jsonSchema.pattern
  if (!Array.isArray(jsonSchema.enum) || jsonSchema.type !== 'string') return
  const known = `Known values: ${jsonSchema.enum.map((value) => `\`${value}\``).join(', ')}. Others may be added.`
  jsonSchema.description = [jsonSchema.description, known].filter(Boolean).join(' ')
  jsonSchema.examples = jsonSchema.enum.slice(0, 1)
  delete jsonSchema.enum
}

/** Returns the name of a schema in the document. Requests have names of their own, because their objects are closed and those of responses open. */
const nameIn = (io: 'input' | 'output', id: string): string => (io === 'output' || id.endsWith('Input') ? id : `${id}Input`)

const REFERENCE = '#/$defs/'

/** Returns a copy of a schema whose references lead to the components of the document. */
const pointToComponents = (json: Json, io: 'input' | 'output'): Json =>
  JSON.parse(JSON.stringify(json), (key, value) =>
    key === '$ref' && typeof value === 'string' ? `#/components/schemas/${nameIn(io, value.slice(REFERENCE.length))}` : value,
  )

/** Returns the JSON Schema of a schema, and adds the named schemas in it to `schemas`. Throws for two schemas with the same name. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): Json {
  // within an object, because zod gives the outermost schema no name
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    reused: 'inline',
    ...(io === 'output' && { override: openSchema as never }),
  }) as unknown as { properties: { schema: Json }; $defs?: Record<string, Json> }
  for (const [id, { id: _, ...definition }] of Object.entries($defs)) {
    const name = nameIn(io, id)
    const json = pointToComponents(definition, io)
    if (JSON.stringify(schemas[name] ?? json) !== JSON.stringify(json)) throw new Error(`The schema ${name} differs between its uses.`)
    schemas[name] = json
  }
  return pointToComponents(properties.schema, io)
}

function parameters(schema: unknown, place: 'path' | 'query', schemas: Schemas): Json[] {
  if (!(schema instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', schemas) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description,
    schema: property,
    example: exampleOf(property, schemas, name),
  }))
}

/** The errors that every endpoint can have for the same reason: the name of the response in the document, and its text. */
const ERRORS: Record<string, { name: string; description: string }> = {
  400: { name: 'InvalidRequest', description: 'The request is malformed; `fields` says where' },
  401: { name: 'Unauthenticated', description: 'The token is missing or no longer valid' },
  403: { name: 'Forbidden', description: 'Not allowed: the account lacks the entitlement, or the token the scope; `code` says which' },
  404: { name: 'NotFound', description: 'Not found, or of another account' },
  409: { name: 'Conflict', description: 'Not possible in the current state; `code` and `message` say why' },
  410: { name: 'Gone', description: 'No longer valid' },
  412: { name: 'PreconditionFailed', description: 'The version in `If-Match` is not the current one' },
  413: { name: 'TooLarge', description: 'The body is too large' },
  415: { name: 'UnsupportedMediaType', description: 'The body is not JSON' },
  422: { name: 'KeyReused', description: 'The `Idempotency-Key` was sent with another request' },
  429: { name: 'RateLimited', description: 'Too many requests; wait for `Retry-After` seconds' },
  500: { name: 'Internal', description: 'An error in the API; its operator finds it by `request_id`' },
  502: { name: 'PaymentProviderError', description: 'The payment provider failed; the call may be repeated' },
  503: { name: 'Unavailable', description: 'Temporarily unavailable; wait for `Retry-After` seconds if it is sent' },
}

const SUCCESSES: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'Success, without a body',
}

const HEADERS = {
  'x-request-id': {
    description: 'The id of the request in the logs of the academy. Send a header of this name to choose it.',
    schema: { type: 'string' },
    example: 'req-4f1c',
  },
  'RateLimit-Policy': {
    description: 'The limits that counted the request, with their requests (`q`) within seconds (`w`).',
    schema: { type: 'string' },
    example: '"account";q=600;w=60',
  },
  RateLimit: {
    description: 'The requests that each limit leaves (`r`), and the seconds until all are available again (`t`).',
    schema: { type: 'string' },
    example: '"account";r=0;t=42',
  },
  'Retry-After': { description: 'The seconds to wait before the next try.', schema: { type: 'integer' }, example: 30 },
  ETag: { description: 'Identifies this version, for `If-None-Match` or `If-Match`.', schema: { type: 'string' }, example: '"5f2b"' },
}

/** The headers of errors beside the request's id. */
const HEADERS_OF: Record<string, (keyof typeof HEADERS)[]> = { 429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'], 503: ['Retry-After'] }

/** The header that every response has gets a short name in the document, which has a limit. */
const componentOf = (name: string): string => (name === 'x-request-id' ? 'id' : name)

const headers = (...names: (keyof typeof HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }]))

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the version that the client has: the response is 304 without a body if it is the current one.',
  schema: { type: 'string' },
  example: '"5f2b"',
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the version that is changed: 412 if it has changed since.',
  schema: { type: 'string' },
  example: '"2026-03-01T12:00:00.000Z"',
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A new UUID for each request, and the same one to repeat it: a repeated request gets the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
}

/** Returns the access of an endpoint from its metadata; by default users must be signed in. */
export function securityFor({ auth, scope, acceptsSession }: Partial<EndpointAccess> = {}): Json[] {
  if (auth === 'public') return acceptsSession ? [{}, { session: [] }] : []
  const session = { session: auth === 'admin' ? ['admin'] : [] }
  return scope === undefined ? [session] : [session, { token: scope === 'any' ? [] : [scope] }]
}

/** `x-scopes` describes the scopes of the operations, because OpenAPI lists scopes only for OAuth flows. */
const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a session with the auth service. Every endpoint accepts it.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'vca_ and 40 letters and digits',
    description:
      'A personal access token, made under Settings. The endpoints that accept one name the scope that it needs: 403 `scope_required` without the scope, 403 `session_required` at all other endpoints.',
    'x-scopes': TOKEN_SCOPES,
  },
}

/** Returns the media type, the schema and an example of a response; nothing for a response without a body. */
function contentOf(response: unknown, schemas: Schemas, isError = false): Json {
  if (response instanceof z.ZodType) {
    const { description: _, ...schema } = jsonSchema(response, 'output', schemas)
    return { content: { 'application/json': { schema, ...(isError ? {} : { example: exampleOf(schema, schemas) }) } } }
  }
  if (!isAppRouteOtherResponse(response as AppRoute['responses'][number])) return {}
  const { contentType } = response as { contentType: string }
  return { content: { [contentType]: { schema: { type: 'string', format: 'binary' } } } }
}

const takesKey = ({ method }: AppRoute): boolean => method === 'POST' || method === 'PUT'

/** Returns whether an endpoint can respond with a status: only bodies are too large or no JSON, and only queries, bodies and keys are malformed. */
function canOccur(status: string, route: AppRoute, hasBody: boolean): boolean {
  if (status === '413' || status === '415') return hasBody
  return status !== '400' || hasBody || route.query !== undefined || takesKey(route)
}

function responseFor(status: string, response: unknown, hasEtag: boolean, schemas: Schemas): Json {
  const error = ERRORS[status]
  if (error !== undefined && response === apiError) return { $ref: `#/components/responses/${error.name}` }
  const described = response instanceof z.ZodType && error !== undefined ? response.description : undefined
  return {
    description: described ?? error?.description ?? SUCCESSES[status] ?? status,
    headers: headers('x-request-id', ...(hasEtag && status === '200' ? (['ETag'] as const) : [])),
    ...contentOf(response, schemas, error !== undefined),
  }
}

function operation(id: string, tag: string, route: AppRoute, schemas: Schemas): Json {
  const metadata = route.metadata as EndpointAccess | undefined
  const hasEtag = metadata?.etag === true
  const isVersioned = metadata?.versioned === true
  const body = 'body' in route && route.body instanceof z.ZodType ? route.body : undefined
  const bodySchema = body && jsonSchema(body, 'input', schemas)
  const responses = { ...route.responses, ...(takesKey(route) && { 409: route.responses[409] ?? apiError, 422: apiError }) }
  const statuses = Object.entries(responses).filter(([status]) => canOccur(status, route, body !== undefined))
  return {
    operationId: id,
    tags: [tag],
    summary: route.summary,
    description: route.description,
    security: securityFor(metadata),
    parameters: [
      ...parameters(route.pathParams, 'path', schemas),
      ...parameters(route.query, 'query', schemas),
      ...(hasEtag ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
      ...(isVersioned && route.method !== 'GET' ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
      ...(takesKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(bodySchema && {
      requestBody: { required: true, content: { 'application/json': { schema: bodySchema, example: exampleOf(bodySchema, schemas) } } },
    }),
    responses: {
      ...Object.fromEntries(statuses.map(([status, response]) => [status, responseFor(status, response, hasEtag || isVersioned, schemas)])),
      ...(hasEtag && { 304: { $ref: '#/components/responses/NotModified' } }),
    },
  }
}

const isForAdmin = ({ metadata }: AppRoute): boolean => (metadata as EndpointAccess | undefined)?.auth === 'admin'

function pathsOf(withAdmin: boolean, schemas: Schemas): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const [tag, router] of Object.entries(contract as AppRouter)) {
    for (const [name, route] of Object.entries(router as AppRouter)) {
      if (!isAppRoute(route) || (isForAdmin(route) && !withAdmin)) continue
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(`${tag}.${name}`, tag, route, schemas) }
    }
  }
  return paths
}

function errorResponses(schemas: Schemas): Record<string, Json> {
  const content = contentOf(apiError, schemas, true)
  const errors = Object.entries(ERRORS).map(([status, { name, description }]) => [
    name,
    { description, headers: headers('x-request-id', ...(HEADERS_OF[status] ?? [])), ...content },
  ])
  const notModified = { description: 'The version in `If-None-Match` is the current one', headers: headers('x-request-id', 'ETag') }
  return { ...Object.fromEntries(errors), NotModified: notModified }
}

/** Ends the names of responses that several operations share; those of errors have others. */
export const SHARED_RESPONSE = 'Response'

type Reference = { $ref: string }
type Operation = { tags: string[]; parameters: Json[]; responses: Record<string, Json> }

/** Returns the parts that several operations have, by names that `nameOf` begins. */
function sharedParts(parts: readonly Json[], nameOf: (part: Json) => string): Record<string, Json> {
  const shared: Record<string, Json> = {}
  const numbers = new Map<string, number>()
  for (const [part, ...others] of Map.groupBy(parts, (part) => JSON.stringify(part)).values()) {
    if (part === undefined || others.length === 0 || '$ref' in part) continue
    const name = nameOf(part)
    const number = (numbers.get(name) ?? 0) + 1
    numbers.set(name, number)
    shared[number === 1 ? name : `${name}${number}`] = part
  }
  return shared
}

/** Returns a function that replaces a shared part by a reference to the components of a kind. */
function referTo(kind: 'parameters' | 'responses', shared: Record<string, Json>): (part: Json) => Json | Reference {
  const names = new Map(Object.entries(shared).map(([name, part]) => [JSON.stringify(part), name]))
  return (part) => {
    const name = names.get(JSON.stringify(part))
    return name === undefined ? part : { $ref: `#/components/${kind}/${name}` }
  }
}

/** Returns the name of a shared response: that of its schema, or of what its schema holds. */
function responseNameOf({ content }: Json): string {
  const [, name = ''] = /#\/components\/schemas\/(\w+?)(?:Response)?"/.exec(JSON.stringify(content)) ?? []
  return `${name}${SHARED_RESPONSE}`
}

/** Replaces parameters and responses that several operations have by references. Returns them by their names. */
function shareParts(operations: readonly Operation[]): Record<'parameters' | 'responses', Record<string, Json>> {
  const parameters = sharedParts(
    operations.flatMap((operation) => operation.parameters),
    ({ name }) => String(name),
  )
  const responses = sharedParts(
    operations.flatMap((operation) => Object.values(operation.responses)),
    responseNameOf,
  )
  const [toParameter, toResponse] = [referTo('parameters', parameters), referTo('responses', responses)]
  for (const operation of operations) {
    operation.parameters = operation.parameters.map(toParameter)
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, toResponse(response)]),
    )
  }
  return { parameters, responses }
}

type DocumentOptions = {
  /** Whether the document has the administrator's operations. */
  withAdmin?: boolean
}

/** Returns the contract as an OpenAPI 3.1 document. `serverUrl` is the base URL of the API, without a trailing slash. */
export function openApiDocument(serverUrl: string, { withAdmin = false }: DocumentOptions = {}): Json {
  const schemas: Schemas = {}
  const paths = pathsOf(withAdmin, schemas)
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods) as Operation[])
  const usedTags = new Set(operations.flatMap(({ tags }) => tags))
  const shared = shareParts(operations)
  return {
    openapi: '3.1.1',
    info: { title: 'Vibe Coding Academy API', version: '1', description: API_INTRODUCTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: serverUrl }],
    tags: Object.entries(TAG_TEXTS).flatMap(([name, description]) => (usedTags.has(name) ? [{ name, description }] : [])),
    paths,
    components: {
      securitySchemes,
      schemas: Object.fromEntries(Object.entries(schemas).sort()),
      responses: { ...errorResponses(schemas), ...shared.responses },
      headers: Object.fromEntries(Object.entries(HEADERS).map(([name, header]) => [componentOf(name), header])),
      parameters: { ...shared.parameters, IfNoneMatch: IF_NONE_MATCH, IfMatch: IF_MATCH, IdempotencyKey: IDEMPOTENCY_KEY },
    },
  }
}
