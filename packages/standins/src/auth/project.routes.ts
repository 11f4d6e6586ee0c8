import type { FastifyInstance } from 'fastify'
import type { AuthContext } from './context.ts'

/** Registers the public endpoints of the project: keys, settings and health. */
export const projectRoutes = async (app: FastifyInstance, { ctx }: { ctx: AuthContext }): Promise<void> => {
  app.get('/health', async () => ({
    name: 'GoTrue',
    version: 'local stand-in',
    description: 'GoTrue is a user registration and authentication API',
  }))

  app.get('/settings', async () => ({
    external: { anonymous_users: false, email: true, phone: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }))

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return { keys: [ctx.signingKey.publicKey] }
  })
}
