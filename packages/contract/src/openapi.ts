import { type AppRoute, type AppRouter, isAppRoute, isAppRouteOtherResponse } from '@ts-rest/core'
import { z } from 'zod'
import { contract } from './index.ts'
import { type EndpointAccess, TOKEN_SCOPES } from './token-scopes.ts'

type Json = Record<string, unknown>

const jsonSchema = (schema: unknown, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema as z.ZodType, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  return json
}

const parameters = (schema: unknown, place: 'path' | 'query'): Json[] => {
  if (!(schema instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(property.description === undefined ? {} : { description: property.description }),
    schema: property,
  }))
}

const reasonPhrase: Record<string, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted',
  204: 'Success, without a body',
  400: 'The request is malformed; `fields` says where',
  401: 'The token is missing or no longer valid',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict: already running, or not possible in the current state',
  410: 'No longer valid',
  413: 'The body is too large',
  415: 'The body is not JSON',
  429: 'Too many requests; wait for `Retry-After` seconds',
  500: 'An error in the API',
  502: 'The payment provider failed; the call may be repeated',
  503: 'Temporarily unavailable; wait for `Retry-After` seconds if it is sent',
}

/** Returns the access of an endpoint from its metadata; by default users must be signed in. */
export function securityFor({ auth, scope }: Partial<EndpointAccess> = {}): Json[] {
  if (auth === 'public') return []
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

/** Returns the media type and the schema of a response; nothing for a response without a body. */
function contentOf(response: unknown): Json {
  if (response instanceof z.ZodType) return { content: { 'application/json': { schema: jsonSchema(response, 'output') } } }
  if (!isAppRouteOtherResponse(response as AppRoute['responses'][number])) return {}
  const { contentType } = response as { contentType: string }
  return { content: { [contentType]: { schema: { type: 'string', format: 'binary' } } } }
}

function operation(id: string, tag: string, route: AppRoute): Json {
  const body = 'body' in route && route.body instanceof z.ZodType ? route.body : undefined
  return {
    operationId: id,
    tags: [tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: securityFor(route.metadata as EndpointAccess | undefined),
    parameters: [...parameters(route.pathParams, 'path'), ...parameters(route.query, 'query')],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } } : {}),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, schema]) => [
        status,
        { description: (schema instanceof z.ZodType && schema.description) || (reasonPhrase[status] ?? status), ...contentOf(schema) },
      ]),
    ),
  }
}

function pathsOf(router: AppRouter, tag = ''): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const [name, entry] of Object.entries(router)) {
    if (isAppRoute(entry)) {
      const path = entry.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation(`${tag}.${name}`, tag, entry) }
    } else {
      for (const [path, methods] of Object.entries(pathsOf(entry, name))) paths[path] = { ...paths[path], ...methods }
    }
  }
  return paths
}

/** Returns the contract as an OpenAPI 3.1 document. `serverUrl` is the base URL of the API, without a trailing slash. */
export function openApiDocument(serverUrl: string): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Vibe Coding Academy API',
      version: '1',
      description:
        'Send a personal access token, or the access token of a session, as `Authorization: Bearer …`. All errors have the same body; distinguish them by `code`.',
    },
    servers: [{ url: serverUrl }],
    components: { securitySchemes },
    paths: pathsOf(contract),
  }
}
