import type { FastifyInstance } from 'fastify'
import type { AuthContext } from './context.ts'

/** Registers the public endpoints of the project: keys and settings. */
export const projectRoutes = async (app: FastifyInstance, { ctx }: { ctx: AuthContext }): Promise<void> => {
  app.get('/settings', async () => ({ external: { email: true }, disable_signup: false, mailer_autoconfirm: false }))

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return { keys: [ctx.signingKey.publicKey] }
  })
}
