import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** Makes the endpoints of a Fastify scope respond with 400 and the reason if a zod schema refuses their input. */
export function refuseInvalidInput(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof z.ZodError)) throw error
    return reply.code(400).send({ message: z.prettifyError(error) })
  })
}
