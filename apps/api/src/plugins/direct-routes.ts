import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { answerInvalidRequest } from './contract-routes.ts'
import type { Refusal } from './errors.ts'
import { MadeNow, ReadyMade, sendMadeNow, sendReadyMade } from './ready-made.ts'

/** What is needed of an endpoint of the contract that only reads. */
type Endpoint = Readonly<{
  method: string
  path: string
  pathParams?: z.ZodType
  query?: z.ZodType
  responses: Readonly<{ 200: z.ZodType }>
}>

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

type Asked<E extends Endpoint> = { request: FastifyRequest; params: Parsed<E['pathParams']>; query: Parsed<E['query']> }

type Answer<E extends Endpoint> = ReadyMade<z.output<E['responses'][200]>> | MadeNow<z.output<E['responses'][200]>> | Refusal

export type DirectHandlers<Router extends Record<string, Endpoint>> = {
  [Name in keyof Router]: (asked: Asked<Router[Name]>) => Answer<Router[Name]> | Promise<Answer<Router[Name]>>
}

type Made = ReadyMade<unknown> | MadeNow<unknown> | Refusal
type Handler = (asked: { request: FastifyRequest; params: unknown; query: unknown }) => Made | Promise<Made>

/**
 * Registers the endpoints of the contract that are asked for most: `scope.register(directRoutes(router, handlers))`. What a handler
 * returns was checked against the contract already. Nothing but the schemas of the contract stands between a request and its answer;
 * ts-rest, which serves all other endpoints, also copies all headers and goes through five promises: 3 of the 23 µs of a request.
 */
export function directRoutes<Router extends Record<string, Endpoint>>(router: Router, handlers: DirectHandlers<Router>) {
  return async (app: FastifyInstance): Promise<void> => {
    for (const [name, endpoint] of Object.entries(router)) {
      const { method, path: url, pathParams, query } = endpoint
      const handle = handlers[name] as unknown as Handler
      app.route({
        method,
        url,
        config: { tsRestRoute: endpoint },
        handler: (request, reply) => {
          const params = pathParams?.safeParse(request.params)
          const asked = query?.safeParse(request.query)
          if (params?.error || asked?.error) {
            const refused = { pathParams: params?.error ?? null, query: asked?.error ?? null, headers: null, body: null }
            answerInvalidRequest(refused, request, reply)
            return
          }
          const answer = handle({ request, params: params?.data, query: asked?.data })
          if (answer instanceof Promise) answer.then((made) => send(request, reply, made)).catch((error: unknown) => reply.send(error))
          else send(request, reply, answer)
        },
      })
    }
  }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Made): void {
  if (answer instanceof ReadyMade) sendReadyMade(request, reply, answer)
  else if (answer instanceof MadeNow) sendMadeNow(reply, answer)
  else reply.send(answer)
}
