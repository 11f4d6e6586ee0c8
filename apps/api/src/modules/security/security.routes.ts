import type { FastifyInstance } from 'fastify'
import { urlNotFound } from '../../http/errors.ts'
import { securityTxt } from './security-txt.ts'

/** Serves security.txt (RFC 9116) and robots.txt. They are not in the contract, because no client of the academy calls them. */
export async function securityRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', app.limit.publicRoutes)

  app.get('/.well-known/security.txt', (_request, reply) => {
    const text = securityTxt(app.config, new Date())
    if (text === undefined) throw urlNotFound()
    return reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(text)
  })

  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  )
}
