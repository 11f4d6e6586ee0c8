import { AuthError } from './auth-error.ts'
import type { AuthContext, Tx } from './context.ts'
import { requireMailInterval } from './limits.ts'
import type { MailData, MailKind } from './mail-templates.ts'
import { type Challenge, createOneTimeToken, type TokenType } from './one-time-tokens.ts'
import { allowedRedirect } from './redirects.ts'
import { type UserRow, updateUser } from './users.ts'

export type Link = { redirectTo: string | undefined; challenge: Challenge }

/** The verification type in the link of a mail. */
type LinkType = 'signup' | 'recovery' | 'magiclink' | 'email_change'

type Letter = { to: string; kind: MailKind; linkType: LinkType; tokenType: TokenType; data?: MailData }

const kinds = {
  signup: { mail: 'confirmation', tokenType: 'signup', sentAt: 'confirmation_sent_at', name: 'confirmation' },
  recovery: { mail: 'recovery', tokenType: 'recovery', sentAt: 'recovery_sent_at', name: 'recovery' },
  // as at the provider, magic links and recovery links share a token, so that one replaces the other
  magiclink: { mail: 'magic_link', tokenType: 'recovery', sentAt: 'recovery_sent_at', name: 'magic link' },
} as const

/** Sends one mail with one token. */
const sendLetter = async (ctx: AuthContext, tx: Tx, user: UserRow, letter: Letter, { redirectTo, challenge }: Link, name: string) => {
  const { to, kind, linkType, tokenType } = letter
  ctx.takeMail()
  const { code, tokenHash } = await createOneTimeToken(tx, { userId: user.id, type: tokenType, email: to, challenge, now: ctx.now() })
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
    const error = new AuthError(500, 'unexpected_failure', `Error sending ${name} email`)
    error.cause = cause
    throw error
  }
}

/**
 * Mails a link of the given type to the account. Call it inside the transaction that made the account or the change:
 * if the mail server refuses, the error rolls the transaction back.
 */
export const sendLink = async (ctx: AuthContext, tx: Tx, user: UserRow, type: keyof typeof kinds, link: Link): Promise<UserRow> => {
  const { mail, tokenType, sentAt, name } = kinds[type]
  const now = ctx.now()
  requireMailInterval(user[sentAt], now, ctx.limits.mailIntervalSeconds)
  await sendLetter(ctx, tx, user, { to: user.email, kind: mail, linkType: type, tokenType }, link, name)
  return updateUser(tx, user.id, { [sentAt]: now }, now)
}

/** Mails two links for a change of address, one to each mailbox. The address changes after both were opened. */
export const sendEmailChange = async (ctx: AuthContext, tx: Tx, user: UserRow, newEmail: string, link: Link): Promise<UserRow> => {
  const now = ctx.now()
  requireMailInterval(user.email_change_sent_at, now, ctx.limits.mailIntervalSeconds)
  const letter = (to: string, tokenType: TokenType): Letter => ({
    to,
    tokenType,
    kind: 'email_change',
    linkType: 'email_change',
    data: { NewEmail: newEmail, SendingTo: to },
  })
  for (const one of [letter(newEmail, 'email_change_new'), letter(user.email, 'email_change_current')]) {
    await sendLetter(ctx, tx, user, one, link, 'email change')
  }
  return updateUser(tx, user.id, { email_change: newEmail, email_change_sent_at: now, email_change_confirmed: false }, now)
}
