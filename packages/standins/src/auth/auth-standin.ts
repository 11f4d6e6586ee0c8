import type { FastifyInstance } from 'fastify'
import { createTables } from '../database.ts'
import type { ServiceOptions } from '../service.ts'
import { adminRoutes } from './admin.routes.ts'
import { errorBody, sendAuthError } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { requireApiKey } from './gateway.ts'
import { type AuthLimits, createMailLimit, DEFAULT_LIMITS } from './limits.ts'
import type { MailTemplates } from './mail-templates.ts'
import { createMailer } from './mailer.ts'
import { signUpRoutes } from './sign-up.routes.ts'
import { loadSigningKey } from './signing-key.ts'
import { ddl } from './tables.ts'
import { tokenRoutes } from './token.routes.ts'
import { userRoutes } from './user.routes.ts'
import { verifyRoutes } from './verify.routes.ts'

type AuthOptions = ServiceOptions & {
  siteUrl: string
  anonKey: string
  serviceRoleKey: string
  smtpPort: number
  /** The deployment's own mail templates. Default: the provider's. */
  mailTemplates?: MailTemplates
  limits?: Partial<AuthLimits>
}

const faultBody = ({ kind, status }: { kind: 'error' | 'rate_limited'; status: number }) =>
  kind === 'rate_limited'
    ? errorBody(status, 'over_request_rate_limit', 'Request rate limit reached')
    : errorBody(status, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')

/**
 * Stands in for Supabase Auth (GoTrue) under `/auth/v1`: the same routes, bodies, codes and messages for sign-up,
 * sign-in, sessions and account administration. The unmodified supabase-js works with it.
 */
export const authStandin = async (app: FastifyInstance, options: AuthOptions): Promise<void> => {
  const { sql, clock, faults, publicUrl, siteUrl, anonKey, serviceRoleKey, mailTemplates: templates = {} } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const now = () => clock.now('auth')
  await createTables(sql, ddl)
  const signingKey = await loadSigningKey(sql, now)
  const mailer = createMailer({ smtpPort: options.smtpPort, siteUrl, templates, timeoutMs: limits.requestMs })
  app.addHook('onClose', async () => mailer.close())
  const ctx: AuthContext = {
    sql,
    now,
    limits,
    signingKey,
    mailer,
    takeMail: createMailLimit(now, limits.mailsPerHour),
    anonKey,
    serviceRoleKey,
    siteUrl,
    issuer: `${publicUrl}/auth/v1`,
  }

  await app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => sendAuthError(error, request, reply))
      scope.setNotFoundHandler((_request, reply) => reply.status(404).send(errorBody(404, 'not_found', '404 page not found')))
      // parses bodies as JSON for any content type, and accepts empty bodies, because supabase-js also declares JSON for requests without a body
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
      scope.addHook('onRequest', faults.apply('auth', faultBody))
      scope.addHook('onRequest', requireApiKey([anonKey, serviceRoleKey]))
      scope.get('/settings', async () => ({ external: { email: true }, disable_signup: false, mailer_autoconfirm: false }))
      scope.get('/.well-known/jwks.json', async () => ({ keys: [signingKey.publicKey] }))
      for (const routes of [signUpRoutes, tokenRoutes, verifyRoutes, userRoutes, adminRoutes]) {
        await scope.register(routes, { ctx })
      }
    },
    { prefix: '/auth/v1' },
  )
}
