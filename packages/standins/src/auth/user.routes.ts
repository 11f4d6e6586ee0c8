import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AuthError, invalid } from './auth-error.ts'
import { requireSession } from './bearer.ts'
import type { AuthContext } from './context.ts'
import { metadata, queryValue, readBody, readEmail, text } from './parameters.ts'
import { hashPassword, isPassword, requireGoodPassword } from './passwords.ts'
import { endSessions, type LogoutScope } from './sessions.ts'
import { userJson } from './user-json.ts'
import { mergeMetadata, updateUser } from './users.ts'

const updateBody = z.object({ email: text, phone: text, password: z.string().nullish(), data: metadata })

const isScope = (scope: string): scope is LogoutScope => ['global', 'local', 'others'].includes(scope)

/** What a signed-in person does with the own account. */
export const userRoutes = async (app: FastifyInstance, { ctx }: { ctx: AuthContext }): Promise<void> => {
  app.get('/user', async (request) => userJson((await requireSession(ctx, request)).user))

  app.put('/user', async (request) => {
    const { user, session } = await requireSession(ctx, request)
    const { email, phone, password, data } = readBody(request, updateBody)
    if (phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone numbers are not enabled for this project')
    if (email !== '' && readEmail(email) !== user.email) {
      throw new AuthError(422, 'email_provider_disabled', 'Changing the email address is not enabled for this project')
    }
    if (typeof password === 'string') {
      requireGoodPassword(password)
      if (await isPassword(password, user.password_hash)) {
        throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
      }
    }
    const change = typeof password === 'string' ? { password_hash: await hashPassword(password) } : {}
    return ctx.sql.begin(async (tx) => {
      if (data !== undefined) await mergeMetadata(tx, user, { user: data })
      if (typeof password === 'string') {
        // Whoever knew the old password is out, and links mailed before are void.
        await endSessions(tx, 'others', user.id, session.id)
        await tx`DELETE FROM auth.one_time_tokens WHERE user_id = ${user.id}`
      }
      return userJson(await updateUser(tx, user.id, change, ctx.now()))
    })
  })

  app.post('/logout', async (request, reply) => {
    const { user, session } = await requireSession(ctx, request)
    const scope = queryValue(request, 'scope') || 'global'
    if (!isScope(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    await endSessions(ctx.sql, scope, user.id, session.id)
    return reply.status(204).send()
  })
}
