import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError, invalid } from './auth-error.ts'
import { readBanEnd } from './bans.ts'
import { isUuid, requireServiceRole } from './bearer.ts'
import type { AuthContext } from './context.ts'
import { deleteOneTimeTokens } from './one-time-tokens.ts'
import { queryValue, readBody, readEmail, text } from './parameters.ts'
import { hashPassword, passwordColumns, requireGoodPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { userJson } from './user-json.ts'
import { confirmUser, emailExists, findUser, insertUser, type UserRow, updateUser } from './users.ts'

// strict, so that what the stand-in does not support (a role, metadata) is refused, not ignored
const createBody = z.strictObject({ email: text, password: text, email_confirm: z.boolean().nullish() })
const updateBody = z.strictObject({ password: z.string().nullish(), email_confirm: z.boolean().nullish(), ban_duration: text })

const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() })

const loadUser = async (ctx: AuthContext, request: FastifyRequest): Promise<UserRow> => {
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUser(ctx.sql, id)
  if (user === undefined) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

const pageNumber = (request: FastifyRequest, name: string, otherwise: number): number => {
  const given = queryValue(request, name)
  if (given === undefined || given === '') return otherwise
  const number = Number(given)
  if (!Number.isInteger(number) || number < 1) throw invalid(`Bad Pagination Parameters: ${name} must be a positive number`)
  return number
}

const listUsers = async (ctx: AuthContext, request: FastifyRequest) => {
  const page = pageNumber(request, 'page', 1)
  const perPage = Math.min(pageNumber(request, 'per_page', 50), 1000)
  const rows = await ctx.sql<UserRow[]>`
    SELECT * FROM auth.users ORDER BY created_at DESC, id LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`
  return { users: rows.map(userJson), aud: 'authenticated' }
}

/** Registers the endpoints with which servers administer accounts. They require the service key. */
export const adminRoutes = async (app: FastifyInstance, { ctx }: { ctx: AuthContext }): Promise<void> => {
  app.addHook('preHandler', (request) => requireServiceRole(ctx, request))

  app.get('/admin/users', (request) => listUsers(ctx, request))
  app.get('/admin/users/:id', async (request) => userJson(await loadUser(ctx, request)))

  app.post('/admin/users', async (request) => {
    const body = readBody(request, createBody)
    const email = readEmail(body.email)
    if (body.password !== '') requireGoodPassword(body.password)
    const passwordHash = await hashPassword(body.password || randomBytes(32).toString('base64url'))
    return ctx.sql.begin(async (tx) => {
      const user = await insertUser(tx, { id: randomUUID(), email, passwordHash, metadata: {}, now: ctx.now() })
      if (user === undefined) throw emailExists()
      return userJson(body.email_confirm ? await confirmUser(tx, user, ctx.now()) : user)
    })
  })

  app.put('/admin/users/:id', async (request) => {
    const user = await loadUser(ctx, request)
    const body = readBody(request, updateBody)
    if (typeof body.password === 'string') requireGoodPassword(body.password)
    const change = {
      ...(typeof body.password === 'string' ? await passwordColumns(body.password) : {}),
      ...(body.ban_duration === '' ? {} : { banned_until: readBanEnd(body.ban_duration, ctx.now()) }),
    }
    return ctx.sql.begin(async (tx) => {
      const updated = await updateUser(tx, user.id, change, ctx.now())
      if (typeof body.password === 'string') {
        await endSessions(tx, 'global', user.id, '')
        await deleteOneTimeTokens(tx, user.id)
      }
      return userJson(body.email_confirm ? await confirmUser(tx, updated, ctx.now()) : updated)
    })
  })

  app.delete('/admin/users/:id', async (request) => {
    const user = await loadUser(ctx, request)
    const soft = request.body ? readBody(request, deleteBody).should_soft_delete : false
    if (soft) throw invalid('Soft deletion is not enabled for this project')
    await ctx.sql`DELETE FROM auth.users WHERE id = ${user.id}`
    return {}
  })
}
