import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** Responds with 400 and the reason to input that a schema of the scope's endpoints refuses. */
export function refuseInvalidInput(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof z.ZodError)) throw error
    return reply.code(400).send({ message: z.prettifyError(error) })
  })
}
