import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StripeService } from './context.ts'
import { expand, type Includables } from './expand.ts'
import { parseForm } from './form.ts'
import { createKeyLocks, findSavedResponse, fingerprint, type IdempotentRequest, type SavedResponse, saveResponse } from './idempotency.ts'
import type { Kind } from './kinds.ts'
import { listParameters, parameters, validate } from './parameters.ts'
import { findPage, type Paging, requireObject } from './store.ts'
import { errorBody, StripeError } from './stripe-error.ts'

/** The arguments of a handler: the validated parameters, the `:id` of the path ('' without one), and the service or the write in progress. */
type Call<T extends z.ZodType> = { service: StripeService; input: z.output<T>; id: string; path: Record<string, string> }
type Handler<T extends z.ZodType> = (call: Call<T>) => Promise<unknown>
type Schema = z.ZodType<{ expand?: string[] | undefined }>

/** Registers routes of Stripe's API: validation, `expand[]`, idempotency keys and error bodies are the same for all of them. */
export type StripeApi = {
  get<T extends Schema>(path: string, schema: T, handler: Handler<T>): void
  post<T extends Schema>(path: string, schema: T, handler: Handler<T>): void
  delete<T extends Schema>(path: string, schema: T, handler: Handler<T>): void
}

const queryOf = (request: FastifyRequest) => request.url.split('?').slice(1).join('?')
const pathOf = (request: FastifyRequest) => z.record(z.string(), z.string()).parse(request.params)

/** Returns what identifies a repeated request; undefined for one without an idempotency key. */
function idempotentRequestOf(request: FastifyRequest): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return undefined
  return {
    key,
    request: `${request.method} ${request.url.split('?')[0]}`,
    parameters: fingerprint(String(request.body ?? '') || queryOf(request)),
  }
}

type Fault = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** `fault` runs before each request, after its body has arrived. */
export function createApi(app: FastifyInstance, root: StripeService, includables: Includables, fault: Fault): StripeApi {
  const lock = createKeyLocks()
  // A slow request holds its idempotency key, as at Stripe: a retry meanwhile conflicts with it.
  app.addHook('preHandler', (request, reply) => {
    const key = idempotentRequestOf(request)?.key
    return key === undefined ? fault(request, reply) : lock(key, () => fault(request, reply))
  })
  const save = (service: StripeService, request: IdempotentRequest, response: SavedResponse) =>
    saveResponse(service.sql, request, response, service.now())

  // Stripe replays server errors as well, which a handler or an active fault may have caused.
  app.addHook('onSend', async (request, reply, payload) => {
    const idempotentRequest = idempotentRequestOf(request)
    if (reply.statusCode < 500 || reply.hasHeader('idempotent-replayed') || !idempotentRequest) return
    await save(root, idempotentRequest, { status: reply.statusCode, body: JSON.parse(String(payload)) })
  })

  async function handleRequest<T extends Schema>(service: StripeService, request: FastifyRequest, input: z.output<T>, handler: Handler<T>) {
    const path = pathOf(request)
    const result = await handler({ service, input, id: path.id ?? '', path })
    return expand(service, result, input.expand ?? [], includables)
  }

  async function write<T extends Schema>(request: FastifyRequest, reply: FastifyReply, schema: T, handler: Handler<T>) {
    const body = String(request.body ?? '')
    // a DELETE carries its parameters in the query
    const input = validate(schema, parseForm(body === '' ? queryOf(request) : body))
    const idempotentRequest = idempotentRequestOf(request)
    if (!idempotentRequest) return root.write((service) => handleRequest(service, request, input, handler))

    const { key } = idempotentRequest
    if (key.length > 255) throw new StripeError('Idempotency keys can be up to 255 characters long.', { type: 'idempotency_error' })
    reply.header('idempotency-key', key)
    return lock(key, async () => {
      const savedResponse = await findSavedResponse(root.sql, idempotentRequest, root.now())
      if (savedResponse !== undefined) {
        reply.header('idempotent-replayed', 'true')
        return reply.status(savedResponse.status).send(savedResponse.body)
      }
      try {
        return await root.write(async (service) => {
          try {
            const result = await handleRequest(service, request, input, handler)
            await save(service, idempotentRequest, { status: 200, body: result })
            return result
          } catch (error) {
            if (error instanceof StripeError && error.commitsDespiteError)
              await save(service, idempotentRequest, { status: error.status, body: errorBody(error) })
            throw error
          }
        })
      } catch (error) {
        if (error instanceof StripeError && !error.commitsDespiteError)
          await save(root, idempotentRequest, { status: error.status, body: errorBody(error) })
        throw error
      }
    })
  }

  return {
    get: (path, schema, handler) => {
      app.get(path, async (request) => handleRequest(root, request, validate(schema, parseForm(queryOf(request))), handler))
    },
    post: (path, schema, handler) => {
      app.post(path, (request, reply) => write(request, reply, schema, handler))
    },
    delete: (path, schema, handler) => {
      app.delete(path, (request, reply) => write(request, reply, schema, handler))
    },
  }
}

/** Builds the envelope of a list. */
export const listResponse = <T>(url: string, { data, has_more }: { data: T[]; has_more: boolean }) => ({
  object: 'list' as const,
  data,
  has_more,
  url,
})

/** Registers the endpoint that lists the objects of a kind, newest first. Each parameter is the value of the field of that name. */
export function listRoute(api: StripeApi, path: string, kind: Kind, shape: z.ZodRawShape) {
  api.get(path, listParameters(shape), async ({ service, input }) => {
    const { limit, starting_after, created, expand: _, ...where } = input as Paging & { created?: { gte: number }; expand?: unknown }
    return listResponse(`/v1${path}`, await findPage(service, kind, { where, created }, { limit, starting_after }))
  })
}

/** Registers the endpoint that returns an object of a kind by its id. */
export function retrieveRoute(api: StripeApi, path: string, kind: Kind) {
  api.get(`${path}/:id`, parameters({}), ({ service, id }) => requireObject(service, kind, id))
}
