import { AuthError } from './auth-error.ts'
import type { AuthContext, Tx } from './context.ts'
import { requireMailInterval } from './limits.ts'
import { confirmationMail, recoveryMail } from './mails.ts'
import { type Challenge, createOneTimeToken, type LinkType } from './one-time-tokens.ts'
import { allowedRedirect } from './redirects.ts'
import { type UserRow, updateUser } from './users.ts'

type Link = { type: LinkType; redirectTo: string | undefined; challenge: Challenge }

const kinds = {
  signup: { name: 'confirmation', sentAt: 'confirmation_sent_at', mail: confirmationMail, lifetime: 'signupLinkSeconds' },
  recovery: { name: 'recovery', sentAt: 'recovery_sent_at', mail: recoveryMail, lifetime: 'recoveryLinkSeconds' },
} as const

/**
 * Mails a link of the given type to the account. Call it inside the transaction that made the account or the change:
 * if the mail server refuses, the error undoes all of it and nothing is left half done.
 */
export const sendLink = async (ctx: AuthContext, tx: Tx, user: UserRow, { type, redirectTo, challenge }: Link): Promise<UserRow> => {
  const kind = kinds[type]
  const now = ctx.now()
  requireMailInterval(user[kind.sentAt], now, ctx.limits.mailIntervalSeconds)
  const token = await createOneTimeToken(tx, user.id, type, challenge, now)
  const query = new URLSearchParams({ token, type, redirect_to: allowedRedirect(redirectTo, ctx.siteUrl) })
  try {
    await ctx.mailer.send(user.email, kind.mail(`${ctx.issuer}/verify?${query}`, ctx.limits[kind.lifetime]))
  } catch (cause) {
    const error = new AuthError(500, 'unexpected_failure', `Error sending ${kind.name} email`)
    error.cause = cause
    throw error
  }
  return updateUser(tx, user.id, { [kind.sentAt]: now }, now)
}
