import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../database.ts'
import { AuthError, invalid } from './auth-error.ts'
import { requireNotBanned } from './bans.ts'
import type { AuthContext } from './context.ts'
import { createRequestLimit } from './limits.ts'
import { deleteOneTimeTokens, findOneTimeToken, type TokenType, tokenHashOf } from './one-time-tokens.ts'
import { queryValue, readBody, readEmail, text } from './parameters.ts'
import { allowedRedirect, withFragment } from './redirects.ts'
import { startSession } from './sessions.ts'
import { confirmUser, findUser, type UserRow, updateUser } from './users.ts'

const verifyBody = z.object({ type: text, token: text, token_hash: text, email: text, redirect_to: text })

/** The tokens that a verification type accepts. */
const tokenTypes: Record<string, TokenType[]> = {
  signup: ['signup'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
}

const FIRST_ADDRESS_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The hash of the token, and the error message for an invalid one. */
type Verification = { hash: string; type: string; refusal: string; isCode: boolean }

/**
 * Redeems a token. The link to the account's own address confirms that address. A change of address needs both of its links: the first one
 * returns undefined. Otherwise returns the account.
 */
const verify = async (ctx: AuthContext, tx: Tx, { hash, type, refusal, isCode }: Verification): Promise<UserRow | undefined> => {
  // As at the provider, a code with an unknown type gets the error of a wrong code.
  const types = tokenTypes[type] ?? (isCode ? [] : undefined)
  if (types === undefined) throw invalid('Invalid email verification type')
  const token = await findOneTimeToken(tx, hash, types, new Date(ctx.now().getTime() - ctx.limits.linkSeconds * 1000))
  const user = token && (await findUser(tx, token.user_id))
  if (token === undefined || user === undefined) throw new AuthError(403, 'otp_expired', refusal)
  requireNotBanned(user, ctx.now(), 403)
  const isChange = token.type === 'email_change_current' || token.type === 'email_change_new'
  if (isChange && !user.email_change_confirmed) {
    await deleteOneTimeTokens(tx, user.id, token.type)
    await updateUser(tx, user.id, { email_change_confirmed: true }, ctx.now())
    return undefined
  }
  await deleteOneTimeTokens(tx, user.id)
  if (!isChange) return confirmUser(tx, user, ctx.now())
  const change = { email: user.email_change, email_change: '', email_change_confirmed: false }
  return updateUser(tx, user.id, change, ctx.now())
}

/** Validates the email address that a code was sent to. This endpoint has its own error for a malformed one. */
const readCodeEmail = (email: string): string => {
  try {
    return readEmail(email)
  } catch {
    throw new AuthError(422, 'validation_failed', 'Invalid email format')
  }
}

const oauthErrors: Record<number, string> = { 400: 'invalid_request', 403: 'access_denied', 500: 'server_error' }

export const verifyRoutes = async (app: FastifyInstance, { ctx }: { ctx: AuthContext }): Promise<void> => {
  const limit = createRequestLimit(ctx.now, ctx.limits.requestBurst, ctx.limits.requestsPerFiveMinutes)

  app.get('/verify', async (request, reply) => {
    limit(request)
    const type = queryValue(request, 'type') ?? ''
    const token = queryValue(request, 'token') ?? ''
    const target = allowedRedirect(queryValue(request, 'redirect_to'), ctx.siteUrl)
    if (type === '') throw invalid('Verify requires a verification type')
    if (token === '') throw invalid('Verify requires a token or a token hash')
    try {
      const location = await ctx.sql.begin(async (tx) => {
        const user = await verify(ctx, tx, { hash: token, type, refusal: 'Email link is invalid or has expired', isCode: false })
        if (user === undefined) return withFragment(target, { message: FIRST_ADDRESS_CONFIRMED, sb: '' })
        const { access_token, expires_at, expires_in, refresh_token, token_type } = await startSession(ctx, tx, user.id, 'otp')
        const numbers = { expires_at: String(expires_at), expires_in: String(expires_in) }
        return withFragment(target, { access_token, ...numbers, refresh_token, sb: '', token_type, type })
      })
      return reply.redirect(location, 303)
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      const reasons = { error: oauthErrors[error.status] ?? 'server_error', error_code: error.code, error_description: error.message }
      return reply.redirect(withFragment(target, { ...reasons, sb: '' }), 303)
    }
  })

  app.post('/verify', async (request) => {
    limit(request)
    const body = readBody(request, verifyBody)
    if (body.type === '') throw invalid('Verify requires a verification type')
    if ((body.token === '') === (body.token_hash === '')) throw invalid('Verify requires either a token or a token hash')
    if (body.token_hash !== '' && (body.email !== '' || body.redirect_to !== '')) {
      throw invalid('Only the token_hash and type should be provided')
    }
    if (body.token !== '' && body.email === '') throw invalid('Only an email address or phone number should be provided on verify')
    const byCode = body.token !== '' ? tokenHashOf(readCodeEmail(body.email), body.token) : undefined
    const verification =
      byCode === undefined
        ? { hash: body.token_hash, refusal: 'Email link is invalid or has expired' }
        : { hash: byCode, refusal: 'Token has expired or is invalid' }
    return ctx.sql.begin(async (tx) => {
      const user = await verify(ctx, tx, { ...verification, type: body.type, isCode: byCode !== undefined })
      return user === undefined ? { code: '200', msg: FIRST_ADDRESS_CONFIRMED } : startSession(ctx, tx, user.id, 'otp')
    })
  })
}
