import type { FastifyRequest } from 'fastify'
import { AuthError } from './auth-error.ts'
import { requireNotBanned } from './bans.ts'
import type { AuthContext } from './context.ts'
import type { SessionRow } from './sessions.ts'
import { findUser, type UserRow } from './users.ts'

const bearerOf = (request: FastifyRequest): string => {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (token === undefined) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  return token
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => UUID.test(text)

/** Returns the account and session of an access token, if both still exist. */
export const requireSession = async (ctx: AuthContext, request: FastifyRequest): Promise<{ user: UserRow; session: SessionRow }> => {
  const claims = await ctx.signingKey.verify(bearerOf(request))
  if (claims.sub === undefined || !isUuid(claims.sub)) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  const user = await findUser(ctx.sql, claims.sub)
  if (user === undefined) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const [session] = await ctx.sql<SessionRow[]>`
    SELECT * FROM auth.sessions WHERE id = ${String(claims.session_id)} AND user_id = ${user.id}`
  if (session === undefined) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  requireNotBanned(user, ctx.now(), 403)
  return { user, session }
}

/** Throws unless the token is the service key. */
export const requireServiceRole = async (ctx: AuthContext, request: FastifyRequest): Promise<void> => {
  const token = bearerOf(request)
  if (token === ctx.serviceRoleKey) return
  if (token !== ctx.anonKey) await ctx.signingKey.verify(token)
  throw new AuthError(403, 'not_admin', 'User not allowed')
}
