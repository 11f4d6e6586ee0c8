import type { EndpointAccess } from '@academy/contract/token-scopes'
import type { AppRouter } from '@ts-rest/core'
import { initServer, type RouterImplementation } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { HttpError, sendError } from './errors.ts'

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined; keys?: string[] }
type Part = { issues: readonly Issue[] } | null
/** The validation errors of ts-rest by part of the request. */
type Refused = { pathParams: Part; headers: Part; query: Part; body: Part }

/** Maximum number of refused fields in a response. */
const MAX_FIELDS = 20

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

const pathOf = (issue: Issue, ...more: string[]) =>
  shortened([...(issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)), ...more].join('.'))

function fieldsOf(issue: Issue): [string, string][] {
  if (issue.keys) return issue.keys.slice(0, MAX_FIELDS).map((key) => [pathOf(issue, key), 'This field is not known here.'])
  return issue.path?.length ? [[pathOf(issue), issue.message]] : [['body', 'The body must be a JSON object.']]
}

/** Rejects a request that violates the contract: with 404 and the contract's message if only the path does, else with 400. */
function sendInvalidRequest(error: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [pathIssue] = error.pathParams?.issues ?? []
  const issues = [error.query, error.headers, error.body].flatMap((part) => part?.issues ?? [])
  if (pathIssue && issues.length === 0) return sendError(new HttpError(404, 'not_found', pathIssue.message), request, reply)
  const fields = issues.slice(0, MAX_FIELDS).flatMap(fieldsOf).slice(0, MAX_FIELDS)
  const [name, reason] = fields[0] ?? ['', 'The request is not valid.']
  const message = issues[0]?.keys ? `Unknown field: ${name}.` : reason
  return sendError(new HttpError(400, 'invalid_request', message, {}, Object.fromEntries(fields)), request, reply)
}

const s = initServer()

const serveWith =
  (responseValidation: boolean) =>
  async <Routes extends AppRouter>(routes: Routes, app: FastifyInstance, handlers: RouterImplementation<Routes>): Promise<void> => {
    // not through fastify-plugin: ts-rest sets an error handler, which must stay within its own plugin
    await app.register(s.plugin(s.router(routes, handlers)), {
      logInitialization: false,
      jsonQuery: false,
      responseValidation,
      requestValidationErrorHandler: sendInvalidRequest,
    })
  }

/** Serves routes of the contract. Responses are validated against the contract, so that no column leaks. */
export const serveRoutes = serveWith(true)

/** Like `serveRoutes`, without response validation, for handlers that return serialized JSON. */
export const serveSerializedRoutes = serveWith(false)

/** Returns the access that the contract declares for an endpoint, by the options of its route. */
export const accessOf = (config: unknown): EndpointAccess | undefined =>
  (config as { tsRestRoute?: { metadata?: EndpointAccess } } | undefined)?.tsRestRoute?.metadata

/** Returns an onRoute hook that throws at startup if an endpoint is registered in a group of routes that its contract does not declare. */
export function onlyDeclared(auth: EndpointAccess['auth']) {
  return (route: RouteOptions): void => {
    if (accessOf(route.config)?.auth !== auth) throw new Error(`${route.method} ${route.url} does not belong among the ${auth} routes`)
  }
}
