import type { Tx } from '../database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { requireMailInterval } from './limits.ts'
import type { MailData, MailKind } from './mail-templates.ts'
import { createOneTimeToken, type TokenType } from './one-time-tokens.ts'
import { allowedRedirect } from './redirects.ts'
import { type UserRow, updateUser } from './users.ts'

/** The verification type in the link of a mail. */
type LinkType = 'signup' | 'recovery' | 'email_change'

type Letter = {
  to: string
  kind: MailKind
  linkType: LinkType
  tokenType: TokenType
  redirectTo: string | undefined
  data?: MailData
}

const kinds = {
  signup: { kind: 'confirmation', sentAt: 'confirmation_sent_at' },
  recovery: { kind: 'recovery', sentAt: 'recovery_sent_at' },
} as const

/** Sends one mail with one token. */
const sendLetter = async (ctx: AuthContext, tx: Tx, user: UserRow, letter: Letter) => {
  const { to, kind, linkType, tokenType, redirectTo } = letter
  ctx.takeMail()
  const { code, tokenHash } = await createOneTimeToken(tx, { userId: user.id, type: tokenType, email: to, now: ctx.now() })
  const target = allowedRedirect(redirectTo, ctx.siteUrl)
  const query = new URLSearchParams({ token: tokenHash, type: linkType, redirect_to: target })
  const data = {
    ConfirmationURL: `${ctx.issuer}/verify?${query}`,
    Email: user.email,
    Token: code,
    TokenHash: tokenHash,
    RedirectTo: target,
    ...letter.data,
  }
  try {
    await ctx.mailer.send(to, kind, data)
  } catch (cause) {
    // as at the provider, a silent mail server uses up the time of the request
    const isTimeout = (cause as { code?: unknown }).code === 'ETIMEDOUT'
    const error = isTimeout
      ? new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.')
      : new AuthError(500, 'unexpected_failure', `Error sending ${kind.replace('_', ' ')} email`)
    error.cause = cause
    throw error
  }
}

/**
 * Mails a link of the given type to the account. Call it inside the transaction that creates the account or the change:
 * if the mail server refuses, the error rolls the transaction back.
 */
export const sendLink = async (
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  type: keyof typeof kinds,
  redirectTo: string | undefined,
): Promise<UserRow> => {
  const { kind, sentAt } = kinds[type]
  const now = ctx.now()
  requireMailInterval(user[sentAt], now, ctx.limits.mailIntervalSeconds)
  await sendLetter(ctx, tx, user, { to: user.email, kind, linkType: type, tokenType: type, redirectTo })
  return updateUser(tx, user.id, { [sentAt]: now }, now)
}

/** Mails two links for a change of address, one to each mailbox. The address changes after both were opened. */
export const sendEmailChange = async (
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  newEmail: string,
  redirectTo: string | undefined,
): Promise<UserRow> => {
  const now = ctx.now()
  requireMailInterval(user.email_change_sent_at, now, ctx.limits.mailIntervalSeconds)
  const letter = (to: string, tokenType: TokenType): Letter => ({
    to,
    tokenType,
    kind: 'email_change',
    linkType: 'email_change',
    redirectTo,
    data: { NewEmail: newEmail, SendingTo: to },
  })
  for (const mail of [letter(newEmail, 'email_change_new'), letter(user.email, 'email_change_current')]) {
    await sendLetter(ctx, tx, user, mail)
  }
  return updateUser(tx, user.id, { email_change: newEmail, email_change_sent_at: now, email_change_confirmed: false }, now)
}
