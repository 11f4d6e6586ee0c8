import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { createRequestLimit } from './limits.ts'
import { readBody, readEmail, readRedirect, text } from './parameters.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'
import { sendLink } from './send-link.ts'
import { obfuscatedUserJson, userJson } from './user-json.ts'
import { insertUser, lockUserByEmail, type UserRow } from './users.ts'

const signUpBody = z.object({ email: text, password: text, code_challenge: text })
const resendBody = z.object({ type: text, email: text, code_challenge: text })
const recoverBody = z.object({ email: text, code_challenge: text })

/** Creates an account and mails the link that confirms its address. A second sign-up only mails a new link. */
const signUp = async (ctx: AuthContext, email: string, password: string, redirectTo: string | undefined) => {
  const id = randomUUID()
  const metadata = { email, email_verified: false, phone_verified: false, sub: id }
  const passwordHash = await hashPassword(password)
  return ctx.sql.begin(async (tx) => {
    const created = await insertUser(tx, { id, email, passwordHash, metadata, now: ctx.now() })
    const user = created ?? ((await lockUserByEmail(tx, email)) as UserRow)
    if (user.email_confirmed_at !== null) return obfuscatedUserJson(user, id, ctx.now())
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
    if (body.password === '') throw invalid('Signup requires a valid password')
    requireGoodPassword(body.password)
    const redirectTo = readRedirect(request, body)
    return signUp(ctx, readEmail(body.email), body.password, redirectTo)
  })

  app.post('/resend', withRateLimit(), async (request) => {
    const body = readBody(request, resendBody)
    if (body.type !== 'signup') throw invalid('The stand-in sends only the mail of a sign-up again')
    const redirectTo = readRedirect(request, body)
    const email = readEmail(body.email)
    return ctx.sql.begin(async (tx) => {
      const user = await lockUserByEmail(tx, email)
      if (user?.email_confirmed_at === null) await sendLink(ctx, tx, user, 'signup', redirectTo)
      return {}
    })
  })

  app.post('/recover', withRateLimit(), async (request) => {
    const body = readBody(request, recoverBody)
    const redirectTo = readRedirect(request, body)
    const email = readEmail(body.email)
    return ctx.sql.begin(async (tx) => {
      const user = await lockUserByEmail(tx, email)
      if (user !== undefined) await sendLink(ctx, tx, user, 'recovery', redirectTo)
      return {}
    })
  })
}
