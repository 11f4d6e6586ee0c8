import { GoTrueClient } from '@supabase/auth-js'
import { env } from '../env.ts'
import { readLinkError, withoutHash } from './link-error.ts'

/** Why a link from a mail did not open a session, if this visit began with such a link. */
export const linkError = readLinkError(window.location.hash)

/**
 * The client of the auth provider (D-15). It keeps the session in the browser's storage, tells other tabs, and looks every
 * 30 seconds whether the access token is within 90 seconds of its end (AUTH-29: the library's own defaults). Links from mails
 * carry their session in the hash, so that they also work on another device than the one that asked for them.
 */
export const authClient = new GoTrueClient({
  url: env.authUrl,
  headers: { apikey: env.authAnonKey, Authorization: `Bearer ${env.authAnonKey}` },
  storageKey: 'academy.auth',
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: true,
  flowType: 'implicit',
})

// The client has read the tokens by now, while it was made. They must not stay in the address bar or in the history.
const hash = new URLSearchParams(window.location.hash.slice(1))
if (hash.has('access_token') || linkError) history.replaceState(history.state, '', withoutHash(window.location))
