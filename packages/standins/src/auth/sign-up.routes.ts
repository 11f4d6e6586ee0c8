import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AuthError, invalid } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { readChallenge } from './one-time-tokens.ts'
import { metadata, queryValue, readBody, readEmail, text } from './parameters.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'
import { sendLink } from './send-link.ts'
import { obfuscatedUserJson, userJson } from './user-json.ts'
import { insertUser, lockUserByEmail, type UserRow } from './users.ts'

const signUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  code_challenge: text,
  code_challenge_method: text,
})

const resendBody = z.object({ type: text, email: text, code_challenge: text, code_challenge_method: text })
const recoverBody = z.object({ email: text, code_challenge: text, code_challenge_method: text })

/** The routes that end in a mail. None of them tells whether an address has an account. */
export const signUpRoutes = async (app: FastifyInstance, { ctx }: { ctx: AuthContext }): Promise<void> => {
  app.post('/signup', async (request) => {
    const body = readBody(request, signUpBody)
    if (body.phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
    if (body.email === '' && body.password === '') {
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    }
    if (body.password === '') throw invalid('Signup requires a valid password')
    requireGoodPassword(body.password)
    const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
    const email = readEmail(body.email)
    const id = randomUUID()
    const userMetadata = { ...body.data, email, email_verified: false, phone_verified: false, sub: id }
    const passwordHash = await hashPassword(body.password)
    return ctx.sql.begin(async (tx) => {
      const created = await insertUser(tx, { id, email, passwordHash, userMetadata, now: ctx.now() })
      // Whoever signs up again with an address not yet confirmed gets a new mail, but cannot change the first password:
      // nobody has shown yet whose address it is.
      const user = created ?? ((await lockUserByEmail(tx, email)) as UserRow)
      if (user.email_confirmed_at !== null) return obfuscatedUserJson(user, id, body.data ?? {}, ctx.now())
      return userJson(await sendLink(ctx, tx, user, { type: 'signup', redirectTo: queryValue(request, 'redirect_to'), challenge }))
    })
  })

  app.post('/resend', async (request) => {
    const body = readBody(request, resendBody)
    if (body.type !== 'signup') throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
    if (body.email === '') throw invalid('Type provided requires an email address')
    const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
    const email = readEmail(body.email)
    return ctx.sql.begin(async (tx) => {
      const user = await lockUserByEmail(tx, email)
      if (user === undefined || user.email_confirmed_at !== null) return {}
      await sendLink(ctx, tx, user, { type: 'signup', redirectTo: queryValue(request, 'redirect_to'), challenge })
      return {}
    })
  })

  app.post('/recover', async (request) => {
    const body = readBody(request, recoverBody)
    if (body.email === '') throw invalid('Password recovery requires an email')
    const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
    const email = readEmail(body.email)
    return ctx.sql.begin(async (tx) => {
      const user = await lockUserByEmail(tx, email)
      if (user === undefined) return {}
      await sendLink(ctx, tx, user, { type: 'recovery', redirectTo: queryValue(request, 'redirect_to'), challenge })
      return {}
    })
  })
}
