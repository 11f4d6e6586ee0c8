import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AuthError, invalid } from './auth-error.ts'
import type { AuthContext, Tx } from './context.ts'
import { createRequestLimit } from './limits.ts'
import { isPkceToken, issueAuthCode, type LinkType, type OneTimeToken, useOneTimeToken } from './one-time-tokens.ts'
import { queryValue, readBody, readEmail, text } from './parameters.ts'
import { allowedRedirect, withFragment, withQuery } from './redirects.ts'
import { startSession } from './sessions.ts'
import { confirmUser, findUser, isBanned, type UserRow } from './users.ts'

const verifyBody = z.object({ type: text, token: text, token_hash: text, email: text, redirect_to: text })

/** Which of our links a verification type may use; 'email' is the newer name that covers both. */
const linkTypes: Record<string, LinkType[]> = { signup: ['signup'], recovery: ['recovery'], email: ['signup', 'recovery'] }

const typesOf = (type: string): LinkType[] => {
  if (type === '') throw invalid('Verify requires a verification type')
  const types = linkTypes[type]
  if (types === undefined) throw invalid('Unsupported verification type')
  return types
}

const expired = (message: string): AuthError => new AuthError(403, 'otp_expired', message)

type Verification = { token: string; types: LinkType[]; email?: string; refusal: string }

/** Uses the token up and confirms the address it was mailed to: opening the link shows whose address it is, for either type. */
const verify = async (ctx: AuthContext, tx: Tx, { token, types, email, refusal }: Verification) => {
  const used = await useOneTimeToken(ctx, tx, token, types)
  const user = used === undefined ? undefined : await findUser(tx, used.user_id)
  if (used === undefined || user === undefined || (email !== undefined && email !== user.email)) return expired(refusal)
  if (isBanned(user, ctx.now())) return new AuthError(403, 'user_banned', 'User is banned')
  return { used, user: await confirmUser(tx, user, ctx.now()) }
}

/** A refused token stays used, expired or not: the refusal has to be committed with it, so it is thrown outside. */
const inTransaction = async <Result>(
  ctx: AuthContext,
  verification: Verification,
  then: (tx: Tx, verified: { used: OneTimeToken; user: UserRow }) => Promise<Result>,
): Promise<Result> => {
  const outcome = await ctx.sql.begin(async (tx) => {
    const verified = await verify(ctx, tx, verification)
    return verified instanceof AuthError ? { refused: verified } : { result: await then(tx, verified) }
  })
  if ('refused' in outcome) throw outcome.refused
  return outcome.result as Result
}

const oauthErrors: Record<number, string> = { 400: 'invalid_request', 403: 'access_denied', 500: 'server_error' }

export const verifyRoutes = async (app: FastifyInstance, { ctx }: { ctx: AuthContext }): Promise<void> => {
  const takeShare = createRequestLimit(ctx.now, ctx.limits.requestsPerFiveMinutes)

  app.get('/verify', async (request, reply) => {
    takeShare(request.ip)
    const type = queryValue(request, 'type') ?? ''
    const token = queryValue(request, 'token') ?? ''
    const target = allowedRedirect(queryValue(request, 'redirect_to'), ctx.siteUrl)
    if (token === '') throw invalid('Verify requires a token or a token hash')
    const verification = { token, types: typesOf(type), refusal: 'Email link is invalid or has expired' }
    try {
      const location = await inTransaction(ctx, verification, async (tx, { used, user }) => {
        if (used.code_challenge !== null) return withQuery(target, { code: await issueAuthCode(tx, used, ctx.now()) })
        const { user: _, ...tokens } = await startSession(ctx, tx, user.id, 'otp')
        const { access_token, expires_at, expires_in, refresh_token, token_type } = tokens
        const numbers = { expires_at: String(expires_at), expires_in: String(expires_in) }
        return withFragment(target, { access_token, ...numbers, refresh_token, token_type, type })
      })
      return reply.redirect(location, 303)
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      const reasons = { error: oauthErrors[error.status] ?? 'server_error', error_code: error.code, error_description: error.message }
      const address = isPkceToken(token) ? withQuery(target, reasons) : target
      return reply.redirect(withFragment(address, reasons), 303)
    }
  })

  app.post('/verify', async (request) => {
    takeShare(request.ip)
    const body = readBody(request, verifyBody)
    const types = typesOf(body.type)
    if ((body.token === '') === (body.token_hash === '')) throw invalid('Verify requires either a token or a token hash')
    if (body.token_hash !== '' && (body.email !== '' || body.redirect_to !== '')) {
      throw invalid('Only the token_hash and type should be provided')
    }
    if (body.token !== '' && body.email === '') throw invalid('Only an email address or phone number should be provided on verify')
    // Six-digit codes are not mailed; with an address, the token is the one from the link.
    const verification = { token: body.token_hash || body.token, types, refusal: 'Token has expired or is invalid' }
    const owner = body.token === '' ? {} : { email: readEmail(body.email) }
    return inTransaction(ctx, { ...verification, ...owner }, (tx, { user }) => startSession(ctx, tx, user.id, 'otp'))
  })
}
