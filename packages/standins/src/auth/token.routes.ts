import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError, invalid } from './auth-error.ts'
import { requireNotBanned } from './bans.ts'
import type { AuthContext } from './context.ts'
import { createRequestLimit } from './limits.ts'
import { queryValue, readBody, text } from './parameters.ts'
import { verifyPassword } from './passwords.ts'
import { refreshSession, startSession, type TokenResponse } from './sessions.ts'
import { findUserByEmail } from './users.ts'

const passwordBody = z.object({ email: text, password: text })
const refreshBody = z.object({ refresh_token: text })

const byPassword = async (ctx: AuthContext, request: FastifyRequest): Promise<TokenResponse> => {
  const { email, password } = readBody(request, passwordBody)
  if (email === '') throw invalid('missing email or phone')
  const user = await findUserByEmail(ctx.sql, email.toLowerCase())
  if (user !== undefined) requireNotBanned(user, ctx.now(), 400)
  const right = await verifyPassword(password, user?.password_hash)
  if (user === undefined || !right) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  if (user.email_confirmed_at === null) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  return ctx.sql.begin((tx) => startSession(ctx, tx, user.id, 'password'))
}

const byRefreshToken = async (ctx: AuthContext, request: FastifyRequest): Promise<TokenResponse> => {
  const { refresh_token } = readBody(request, refreshBody)
  return refreshSession(ctx, refresh_token)
}

const grants: Record<string, typeof byPassword> = { password: byPassword, refresh_token: byRefreshToken }

/** Registers the endpoint that returns a pair of tokens. */
export const tokenRoutes = async (app: FastifyInstance, { ctx }: { ctx: AuthContext }): Promise<void> => {
  const limit = createRequestLimit(ctx.now, ctx.limits.requestBurst, ctx.limits.tokenRequestsPerFiveMinutes)

  app.post('/token', async (request) => {
    limit(request)
    const grant = grants[queryValue(request, 'grant_type') ?? '']
    if (grant === undefined) throw invalid('unsupported_grant_type')
    return grant(ctx, request)
  })
}
