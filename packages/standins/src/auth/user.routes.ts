import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AuthError, invalid } from './auth-error.ts'
import { requireSession } from './bearer.ts'
import type { AuthContext } from './context.ts'
import { createRequestLimit } from './limits.ts'
import { deleteOneTimeTokens } from './one-time-tokens.ts'
import { queryValue, readBody, readEmail, readRedirect, text } from './parameters.ts'
import { passwordColumns, requireGoodPassword, verifyPassword } from './passwords.ts'
import { sendEmailChange } from './send-link.ts'
import { endSessions, isRecoverySession, type LogoutScope, type SessionRow } from './sessions.ts'
import { userJson } from './user-json.ts'
import { emailExists, findUserByEmail, type UserRow, updateUser } from './users.ts'

// strict, so that what the stand-in does not support (a phone number, metadata) is refused, not ignored
const updateBody = z.strictObject({
  email: text,
  password: z.string().nullish(),
  current_password: text,
  code_challenge: text,
  code_challenge_method: text,
})

const isScope = (scope: string): scope is LogoutScope => ['global', 'local', 'others'].includes(scope)

/** Throws unless the request contains the current password. Sessions from mailed links need none. */
const requireCurrentPassword = async (given: string, user: UserRow, session: SessionRow): Promise<void> => {
  if (isRecoverySession(session)) return
  const refusal = 'Current password required when setting new password.'
  if (given === '') throw new AuthError(400, 'current_password_required', refusal)
  if (!(await verifyPassword(given, user.password_hash))) throw new AuthError(400, 'current_password_invalid', refusal)
}

/** Registers the endpoints for the signed-in user's own account. */
export const userRoutes = async (app: FastifyInstance, { ctx }: { ctx: AuthContext }): Promise<void> => {
  app.get('/user', async (request) => userJson((await requireSession(ctx, request)).user))

  const limit = createRequestLimit(ctx.now, ctx.limits.requestBurst, ctx.limits.requestsPerFiveMinutes)
  app.put('/user', async (request) => {
    limit(request)
    const { user, session } = await requireSession(ctx, request)
    const { email, password, current_password, code_challenge } = readBody(request, updateBody)
    const newEmail = email === '' || readEmail(email) === user.email ? undefined : readEmail(email)
    const redirectTo = readRedirect(request, { code_challenge })
    if (newEmail !== undefined && (await findUserByEmail(ctx.sql, newEmail)) !== undefined) throw emailExists()
    if (typeof password === 'string') {
      requireGoodPassword(password)
      await requireCurrentPassword(current_password, user, session)
      if (await verifyPassword(password, user.password_hash)) {
        throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
      }
    }
    const change = typeof password === 'string' ? await passwordColumns(password) : {}
    const updated = await ctx.sql.begin(async (tx) => {
      if (typeof password === 'string') {
        // ends all other sessions and invalidates mailed links
        await endSessions(tx, 'others', user.id, session.id)
        await deleteOneTimeTokens(tx, user.id)
      }
      const updated = await updateUser(tx, user.id, change, ctx.now())
      if (newEmail === undefined) return updated
      return sendEmailChange(ctx, tx, updated, newEmail, redirectTo)
    })
    if (typeof password === 'string') {
      // as at the provider, a failed notification does not undo the new password
      try {
        ctx.takeMail()
        await ctx.mailer.send(user.email, 'password_changed_notification', { Email: user.email })
      } catch (error) {
        request.log.warn({ err: error }, 'failed to send the password-changed mail')
      }
    }
    return userJson(updated)
  })

  app.post('/logout', async (request, reply) => {
    const { user, session } = await requireSession(ctx, request)
    const scope = queryValue(request, 'scope') || 'global'
    if (!isScope(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    await endSessions(ctx.sql, scope, user.id, session.id)
    return reply.status(204).send()
  })
}
