import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { Refusal } from '../../http/errors.ts'
import { securityTxt } from './security-txt.ts'

/**
 * Whom to tell of a security problem (RFC 9116), and that data is nothing for search engines. Not in the contract: people and robots ask
 * for them, no client of ours does.
 */
export async function securityRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.addHook('onRequest', app.limit.publicRoutes)

  app.get('/.well-known/security.txt', (_request, reply) => {
    const text = securityTxt(config, new Date())
    if (text === undefined) throw new Refusal(404, 'not_found', 'There is nothing at this address.')
    return reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(text)
  })

  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  )
}
