import { randomUUID } from 'node:crypto'
import { AuthError } from './auth-error.ts'
import type { AuthContext, Tx } from './context.ts'
import { decodeRefreshToken, encodeRefreshToken } from './refresh-token.ts'
import { userJson } from './user-json.ts'
import { findUser, isBanned, type UserRow, updateUser } from './users.ts'

type Amr = { method: string; timestamp: number }[]

export type SessionRow = { id: string; user_id: string; amr: Amr; refresh_counter: string; refreshed_at: Date }

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** The answer to every successful sign-in and refresh. */
const tokenResponse = async (ctx: AuthContext, row: UserRow, session: { id: string; amr: Amr }, counter: number) => {
  const user = userJson(row)
  const issuedAt = seconds(ctx.now())
  const expiresAt = issuedAt + ctx.limits.accessTokenSeconds
  const access_token = await ctx.signingKeys.sign({
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
  const refresh_token = encodeRefreshToken(session.id, counter, ctx.secret)
  return { access_token, token_type: 'bearer', expires_in: ctx.limits.accessTokenSeconds, expires_at: expiresAt, refresh_token, user }
}

export type TokenResponse = Awaited<ReturnType<typeof tokenResponse>>

/** Signs the account in: a session of its own, with its first pair of tokens. */
export const startSession = async (ctx: AuthContext, tx: Tx, userId: string, method: string): Promise<TokenResponse> => {
  const now = ctx.now()
  const session = { id: randomUUID(), amr: [{ method, timestamp: seconds(now) }] }
  await tx`
    INSERT INTO auth.sessions (id, user_id, amr, created_at, refreshed_at)
    VALUES (${session.id}, ${userId}, ${tx.json(session.amr)}, ${now}, ${now})`
  return tokenResponse(ctx, await updateUser(tx, userId, { last_sign_in_at: now }, now), session, 0)
}

const refused = (code: string, what: string): AuthError => new AuthError(400, code, `Invalid Refresh Token: ${what}`)

/**
 * Exchanges a refresh token for the next pair. The token before the current one still works (its successor may never
 * have reached the client), older ones only within the reuse interval; after that reuse ends the whole session.
 */
export const refreshSession = async (ctx: AuthContext, token: string): Promise<TokenResponse> => {
  const decoded = decodeRefreshToken(token, ctx.secret)
  if (decoded === undefined) throw refused('refresh_token_not_found', 'Refresh Token Not Found')
  // The end of a session has to be committed although the request is refused: hence a value, thrown outside.
  const outcome = await ctx.sql.begin(async (tx): Promise<TokenResponse | AuthError> => {
    const [session] = await tx<SessionRow[]>`SELECT * FROM auth.sessions WHERE id = ${decoded.sessionId} FOR UPDATE`
    const row = session === undefined ? undefined : await findUser(tx, session.user_id)
    if (session === undefined || row === undefined) return refused('refresh_token_not_found', 'Refresh Token Not Found')
    const now = ctx.now()
    if (isBanned(row, now)) return refused('user_banned', 'User Banned')
    const current = Number(session.refresh_counter)
    const behind = current - decoded.counter
    if (behind < 0) return refused('validation_failed', 'Not Issued By This Server')
    const concurrent = Math.abs(now.getTime() - session.refreshed_at.getTime()) < ctx.limits.refreshReuseSeconds * 1000
    if (behind > 1 && !concurrent) {
      await tx`DELETE FROM auth.sessions WHERE id = ${session.id}`
      return refused('refresh_token_already_used', 'Already Used')
    }
    const next = behind === 0 ? current + 1 : current
    await tx`UPDATE auth.sessions SET refresh_counter = ${next}, refreshed_at = ${now} WHERE id = ${session.id}`
    return tokenResponse(ctx, row, session, next)
  })
  if (outcome instanceof AuthError) throw outcome
  return outcome
}

export type LogoutScope = 'global' | 'local' | 'others'

/** Ends sessions; their refresh tokens die with them, access tokens are refused here from now on. */
export const endSessions = async (tx: Tx, scope: LogoutScope, userId: string, sessionId: string): Promise<void> => {
  if (scope === 'local') await tx`DELETE FROM auth.sessions WHERE id = ${sessionId}`
  else if (scope === 'others') await tx`DELETE FROM auth.sessions WHERE user_id = ${userId} AND id <> ${sessionId}`
  else await tx`DELETE FROM auth.sessions WHERE user_id = ${userId}`
}
