import type { Session } from '@supabase/auth-js'
import type { MailLink } from './auth-redirect.ts'
import { linkClient } from './link-client.ts'
import { adoptSession, currentSession, refreshAccessToken } from './session.ts'

/** A link that will never work. */
type Refused = { kind: 'refused'; reason: 'expired' | 'other-account' | 'failed' }

/** A temporary failure: the same link may work later. */
type Blocked = { kind: 'blocked'; by: 'outage' | 'rate-limit' }

export type LinkOutcome =
  | { kind: 'confirmed'; email: string }
  /** One of the two addresses of an email change is confirmed; the link to the other address is not opened yet. */
  | { kind: 'first-mailbox' }
  | { kind: 'address-changed'; email: string }
  /** The browser now uses the session of the link. */
  | { kind: 'signed-in' }
  | Refused
  | Blocked

/** The account of the link's session, before the user agrees to continue with it. */
export type LinkAccount = { kind: 'account'; email: string }

const refused = (reason: Refused['reason']): Refused => ({ kind: 'refused', reason })
const blocked = (by: Blocked['by']): Blocked => ({ kind: 'blocked', by })

function failureOf({ status, code }: { status?: number | undefined; code?: string | undefined }): Refused | Blocked {
  if (status === 429) return blocked('rate-limit')
  if (status === undefined || status === 0 || status >= 500) return blocked('outage')
  return refused(code === 'otp_expired' || code === 'session_not_found' || code === 'bad_jwt' ? 'expired' : 'failed')
}

/** Ends the session of a link that the browser does not use. If the call fails, the session ends when its token expires. */
const dropLinkSession = () => linkClient.signOut({ scope: 'local' })

type Verified = { session: Session | null } | { failure: Refused | Blocked }

async function openLink(link: MailLink): Promise<Verified> {
  try {
    const { data, error } = await ('tokenHash' in link
      ? linkClient.verifyOtp({ token_hash: link.tokenHash, type: link.type })
      : linkClient.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }))
    return error ? { failure: failureOf(error) } : { session: data.session }
  } catch (error) {
    reportError(error)
    return { failure: refused('failed') }
  }
}

/** Results by link. A token works once, so a second press of the button needs the first result. `verify` removes failures. */
const results = new Map<MailLink, Promise<Verified>>()

async function verify(link: MailLink): Promise<Verified> {
  const pending = results.get(link) ?? openLink(link)
  results.set(link, pending)
  const result = await pending
  if ('failure' in result) results.delete(link)
  return result
}

/** Returns whether a link only confirms an address and must not open a session. */
const provesAddressOnly = ({ type }: MailLink) => type === 'signup' || type === 'email' || type === 'email_change'

const isSameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * Asks the provider which account a link belongs to, because the link itself could name any account. Completes a link that only confirms an
 * address at once, and returns its outcome.
 */
export async function findLinkAccount(link: MailLink): Promise<LinkAccount | LinkOutcome> {
  const result = await verify(link)
  if ('failure' in result) return result.failure
  const email = result.session?.user.email
  if (email === undefined) return refused('failed')
  return provesAddressOnly(link) ? openMailLink(link, email) : { kind: 'account', email }
}

/**
 * Opens a link. Sign-up confirmations and email changes only confirm an address. Other links replace the session of this browser, if
 * they belong to the account that the page showed to the user.
 */
export async function openMailLink(link: MailLink, shownEmail: string): Promise<LinkOutcome> {
  const result = await verify(link)
  if ('failure' in result) return result.failure
  const { session } = result
  if (session === null) return link.type === 'email_change' ? { kind: 'first-mailbox' } : refused('failed')
  const email = session.user.email ?? ''
  if (!isSameAddress(email, shownEmail)) {
    await dropLinkSession()
    return refused('other-account')
  }
  if (provesAddressOnly(link)) {
    await dropLinkSession()
    if (link.type !== 'email_change') return { kind: 'confirmed', email }
    // The token of this browser's session names the old address. If the refresh fails, a later one brings the new address.
    if (currentSession()?.user.id === session.user.id) await refreshAccessToken().catch(() => null)
    return { kind: 'address-changed', email }
  }
  const { error } = await adoptSession(session)
  return error ? failureOf(error) : { kind: 'signed-in' }
}
