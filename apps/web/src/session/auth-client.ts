import { GoTrueClient } from '@supabase/auth-js'
import { env } from '../env.ts'
import { arrival, showAddressWith } from './arrival.ts'
import { SESSION_KEY } from './storage-key.ts'

// The client reads the session of a link out of the address, in the moment in which it is made.
if (arrival.tokens !== undefined) showAddressWith(arrival.tokens)

/** As long as the product's own calls may take: the library itself waits for a silent provider until the browser gives up. */
const LIMIT_MS = 30_000

/**
 * The client of the auth provider (D-15). It keeps the session in the browser's storage, tells other tabs, and looks every
 * 30 seconds whether the access token is within 90 seconds of its end (AUTH-29: the library's own defaults). Links from mails
 * carry their session in the hash, so that they also work on another device than the one that asked for them.
 */
export const authClient = new GoTrueClient({
  url: env.authUrl,
  headers: { apikey: env.authAnonKey, Authorization: `Bearer ${env.authAnonKey}` },
  storageKey: SESSION_KEY,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: true,
  flowType: 'implicit',
  fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(LIMIT_MS) }),
})

if (arrival.tokens !== undefined) showAddressWith('')
