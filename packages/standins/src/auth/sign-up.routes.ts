import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError, invalid } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { createRequestLimit } from './limits.ts'
import { metadata, readBody, readEmail, readRedirect, text } from './parameters.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'
import { sendEmailChange, sendLink } from './send-link.ts'
import { obfuscatedUserJson, userJson } from './user-json.ts'
import { insertUser, lockUserByEmail, type UserRow } from './users.ts'

const signUpBody = z.object({ email: text, phone: text, password: text, data: metadata, code_challenge: text })
const resendBody = z.object({ type: text, email: text, code_challenge: text })
const recoverBody = z.object({ email: text, code_challenge: text })

type SignUp = { email: string; password: string; data: Record<string, unknown> | undefined; redirectTo: string | undefined }

/** Creates an account and mails the link that confirms its address. A second sign-up only mails a new link. */
const signUp = async (ctx: AuthContext, { email, password, data, redirectTo }: SignUp) => {
  const id = randomUUID()
  const userMetadata = { ...data, email, email_verified: false, phone_verified: false, sub: id }
  const passwordHash = await hashPassword(password)
  return ctx.sql.begin(async (tx) => {
    const created = await insertUser(tx, { id, email, passwordHash, userMetadata, now: ctx.now() })
    const user = created ?? ((await lockUserByEmail(tx, email)) as UserRow)
    if (user.email_confirmed_at !== null) return obfuscatedUserJson(user, id, data ?? {}, ctx.now())
    return userJson(await sendLink(ctx, tx, user, 'signup', redirectTo))
  })
}

/** Registers the endpoints that send mails. None reveals whether an address has an account. */
export const signUpRoutes = async (app: FastifyInstance, { ctx }: { ctx: AuthContext }): Promise<void> => {
  const withRateLimit = () => {
    const limit = createRequestLimit(ctx.now, ctx.limits.requestBurst, ctx.limits.requestsPerFiveMinutes)
    return { preHandler: async (request: FastifyRequest) => limit(request) }
  }

  app.post('/signup', withRateLimit(), async (request) => {
    const body = readBody(request, signUpBody)
    if (body.phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
    if (body.email === '' && body.password === '') {
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    }
    if (body.password === '') throw invalid('Signup requires a valid password')
    requireGoodPassword(body.password)
    const redirectTo = readRedirect(request, body)
    return signUp(ctx, { email: readEmail(body.email), password: body.password, data: body.data, redirectTo })
  })

  app.post('/resend', withRateLimit(), async (request) => {
    const body = readBody(request, resendBody)
    if (body.type !== 'signup' && body.type !== 'email_change') {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
    }
    if (body.email === '') throw invalid('Type provided requires an email address')
    const redirectTo = readRedirect(request, body)
    const email = readEmail(body.email)
    return ctx.sql.begin(async (tx) => {
      const user = await lockUserByEmail(tx, email)
      if (user === undefined) return {}
      if (body.type === 'signup' && user.email_confirmed_at === null) await sendLink(ctx, tx, user, 'signup', redirectTo)
      if (body.type === 'email_change' && user.email_change !== '') await sendEmailChange(ctx, tx, user, user.email_change, redirectTo)
      return {}
    })
  })

  app.post('/recover', withRateLimit(), async (request) => {
    const body = readBody(request, recoverBody)
    if (body.email === '') throw invalid('Password recovery requires an email')
    const redirectTo = readRedirect(request, body)
    const email = readEmail(body.email)
    return ctx.sql.begin(async (tx) => {
      const user = await lockUserByEmail(tx, email)
      if (user !== undefined) await sendLink(ctx, tx, user, 'recovery', redirectTo)
      return {}
    })
  })
}
