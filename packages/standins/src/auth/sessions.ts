import { randomInt, randomUUID } from 'node:crypto'
import type { Tx } from '../database.ts'
import { AuthError, invalid } from './auth-error.ts'
import { requireNotBanned } from './bans.ts'
import type { AuthContext } from './context.ts'
import { userJson } from './user-json.ts'
import { findUser, type UserRow, updateUser } from './users.ts'

type Amr = { method: string; timestamp: number }[]

export type SessionRow = { id: string; user_id: string; amr: Amr }

type RefreshTokenRow = { token: string; parent: string | null; session_id: string; revoked: boolean; updated_at: Date }

/** Whether a session is from a mailed link or code. The provider treats such sessions as password recoveries. */
export const isRecoverySession = ({ amr }: SessionRow): boolean => amr.some(({ method }) => method === 'otp')

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Creates the response to a successful sign-in or refresh. */
const tokenResponse = async (ctx: AuthContext, row: UserRow, session: { id: string; amr: Amr }, refresh_token: string) => {
  const user = userJson(row)
  const issuedAt = seconds(ctx.now())
  const expiresAt = issuedAt + ctx.limits.accessTokenSeconds
  const access_token = await ctx.signingKey.sign({
    iss: ctx.issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: 'aal1',
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  })
  return { access_token, token_type: 'bearer', expires_in: ctx.limits.accessTokenSeconds, expires_at: expiresAt, refresh_token, user }
}

export type TokenResponse = Awaited<ReturnType<typeof tokenResponse>>

/** Signs the account in: creates a session and its first pair of tokens. */
export const startSession = async (ctx: AuthContext, tx: Tx, userId: string, method: 'otp' | 'password'): Promise<TokenResponse> => {
  const now = ctx.now()
  const session = { id: randomUUID(), amr: [{ method, timestamp: seconds(now) }] }
  await tx`
    INSERT INTO auth.sessions (id, user_id, amr, created_at) VALUES (${session.id}, ${userId}, ${tx.json(session.amr)}, ${now})`
  const user = await updateUser(tx, userId, { last_sign_in_at: now }, now)
  return tokenResponse(ctx, user, session, await issueRefreshToken(tx, session.id, null, now))
}

const TOKEN_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN_LENGTH = 12

const issueRefreshToken = async (tx: Tx, sessionId: string, parent: string | null, now: Date): Promise<string> => {
  const token = Array.from({ length: TOKEN_LENGTH }, () => TOKEN_CHARACTERS[randomInt(TOKEN_CHARACTERS.length)]).join('')
  await tx`
    INSERT INTO auth.refresh_tokens (token, session_id, parent, revoked, updated_at)
    VALUES (${token}, ${sessionId}, ${parent}, false, ${now})`
  return token
}

const refusal = (code: string, what: string): AuthError => new AuthError(400, code, `Invalid Refresh Token: ${what}`)

/**
 * Replaces a refresh token. For a token that was already replaced, returns its successor if that one is still current, because the response may
 * have been lost, or a new token within the reuse interval. Otherwise revokes the tokens of the session and returns undefined.
 */
const nextRefreshToken = async (ctx: AuthContext, tx: Tx, used: RefreshTokenRow): Promise<string | undefined> => {
  const now = ctx.now()
  if (used.revoked) {
    const [active] = await tx<RefreshTokenRow[]>`
      SELECT * FROM auth.refresh_tokens WHERE session_id = ${used.session_id} AND NOT revoked ORDER BY id DESC LIMIT 1`
    if (active?.parent === used.token) return active.token
    if (now.getTime() > used.updated_at.getTime() + ctx.limits.refreshReuseSeconds * 1000) {
      await tx`UPDATE auth.refresh_tokens SET revoked = true, updated_at = ${now} WHERE session_id = ${used.session_id} AND NOT revoked`
      return undefined
    }
  }
  await tx`UPDATE auth.refresh_tokens SET revoked = true, updated_at = ${now} WHERE token = ${used.token}`
  return issueRefreshToken(tx, used.session_id, used.token, now)
}

/** Exchanges a refresh token for the next pair. A token that was replaced long ago ends its session. */
export const refreshSession = async (ctx: AuthContext, token: string): Promise<TokenResponse> => {
  if (!/^[a-z0-9]{12}$/.test(token)) throw invalid('Refresh token is not valid')
  // returns the error instead of throwing it, so that the transaction commits the end of the session
  const outcome = await ctx.sql.begin(async (tx): Promise<TokenResponse | AuthError> => {
    const [session] = await tx<SessionRow[]>`
      SELECT sessions.* FROM auth.sessions JOIN auth.refresh_tokens ON session_id = sessions.id WHERE token = ${token} FOR UPDATE OF sessions`
    const row = session === undefined ? undefined : await findUser(tx, session.user_id)
    if (session === undefined || row === undefined) return refusal('refresh_token_not_found', 'Refresh Token Not Found')
    requireNotBanned(row, ctx.now(), 400, 'Invalid Refresh Token: User Banned')
    const [used] = await tx<[RefreshTokenRow]>`SELECT * FROM auth.refresh_tokens WHERE token = ${token}`
    const next = await nextRefreshToken(ctx, tx, used)
    return next === undefined ? refusal('refresh_token_already_used', 'Already Used') : tokenResponse(ctx, row, session, next)
  })
  if (outcome instanceof AuthError) throw outcome
  return outcome
}

export type LogoutScope = 'global' | 'local' | 'others'

/** Ends sessions with their refresh tokens. The service refuses their access tokens from then on. */
export const endSessions = async (tx: Tx, scope: LogoutScope, userId: string, sessionId: string): Promise<void> => {
  if (scope === 'local') await tx`DELETE FROM auth.sessions WHERE id = ${sessionId}`
  else if (scope === 'others') await tx`DELETE FROM auth.sessions WHERE user_id = ${userId} AND id <> ${sessionId}`
  else await tx`DELETE FROM auth.sessions WHERE user_id = ${userId}`
}
