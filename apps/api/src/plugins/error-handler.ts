import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError, sendError, urlNotFound } from '../http/errors.ts'
import { allowedMethods } from './known-paths.ts'

/** Returns the error for a path that does not exist, or not with this method. */
function unknownPath(app: FastifyInstance, { url }: FastifyRequest): HttpError {
  const allow = allowedMethods(app, url).join(', ')
  return allow === '' ? urlNotFound() : new HttpError(405, 'method_not_allowed', `This address allows only ${allow}.`, { allow })
}

/** Sets the root error handler, and the handler of unknown paths. Register it after the hooks that unknown paths need as well. */
export const errorHandler = fp(
  async (app) => {
    app.setErrorHandler(sendError)
    // Hooks refuse before Fastify reads the body, so that the content type of the request never changes the response.
    await app.register(async (unknown) => {
      unknown.addHook('onRequest', app.limit.publicRoutes)
      unknown.addHook('onRequest', (request, _reply, done) => done(unknownPath(app, request)))
      unknown.setNotFoundHandler((request) => {
        throw unknownPath(app, request)
      })
    })
  },
  { name: 'error-handler', dependencies: ['known-paths', 'limits'] },
)
