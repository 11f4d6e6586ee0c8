import { paths } from '../paths.ts'
import { browserStorage } from '../ui/web-storage.ts'
import { SESSION_KEY } from './storage-key.ts'

const linkTypes = ['signup', 'email', 'recovery', 'invite', 'magiclink', 'email_change'] as const
type LinkType = (typeof linkTypes)[number]

/** A link from an email, with an unused token or with the session that the provider opened already. */
export type MailLink =
  | { type: LinkType; tokenHash: string; email: string; newEmail?: string }
  | { type: LinkType; accessToken: string; refreshToken: string }

type AuthRedirect = {
  link?: MailLink
  /** The user opened the first of the two links of an email change, and the provider redirected here with a message. */
  isFirstOfTwo?: true
  /** A link opened no session. The URL holds a reason that is never shown: anyone can write a URL. */
  linkRefused?: true
}

/** Parses the hash of a URL that an email link or the auth provider opened. Returns {} for any other hash. */
export function parseAuthRedirect(hash: string): AuthRedirect {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const text = (name: string) => parameters.get(name) ?? ''
  const type = linkTypes.find((linkType) => linkType === text('type'))
  if (parameters.has('access_token')) {
    // Sessions from other flows than email carry no type.
    return { link: { type: type ?? 'magiclink', accessToken: text('access_token'), refreshToken: text('refresh_token') } }
  }
  if (parameters.has('token_hash') && type !== undefined) {
    const newEmail = text('new_email')
    return { link: { type, tokenHash: text('token_hash'), email: text('email'), ...(newEmail !== '' && { newEmail }) } }
  }
  if (parameters.has('message') && parameters.has('sb')) return { isFirstOfTwo: true }
  const linkRefused = ['error', 'error_code', 'error_description'].some((name) => parameters.has(name))
  return linkRefused ? { linkRefused } : {}
}

/** The email link that this page was opened with. `linkRefused` is cleared once a user has signed out. */
export const authRedirect = parseAuthRedirect(window.location.hash)

// Tokens and errors must not stay in the URL, the history or the router's state. Every link leads to one page.
if (authRedirect.link !== undefined || authRedirect.isFirstOfTwo) history.replaceState(history.state, '', paths.confirm())
else if (authRedirect.linkRefused) history.replaceState(history.state, '', window.location.pathname + window.location.search)

// Opening a link in an existing tab changes only the hash, which reloads nothing.
addEventListener('hashchange', () => {
  if (Object.keys(parseAuthRedirect(window.location.hash)).length > 0) window.location.reload()
})

/** Returns whether the browser has a stored session. Without one there is no need to ask the provider. */
export const hasStoredSession = (): boolean => browserStorage.get(SESSION_KEY) !== null
