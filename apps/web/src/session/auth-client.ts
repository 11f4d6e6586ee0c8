import { GoTrueClient } from '@supabase/auth-js'
import { env } from '../env.ts'
import { providerFetch } from './provider-fetch.ts'
import { SESSION_KEY } from './storage-key.ts'

/** Options of every auth client. Links of the implicit flow work on any device, not only on the one that requested them. */
export const providerOptions = {
  url: env.authUrl,
  headers: { apikey: env.authAnonKey, Authorization: `Bearer ${env.authAnonKey}` },
  flowType: 'implicit',
  fetch: providerFetch,
} as const

/**
 * The client of the auth provider. It stores the session in the browser, syncs it between tabs, and every 30 seconds refreshes
 * a session token that expires within 90 seconds (the library's defaults). It reads no session from the URL: a link could
 * replace the session of a signed-in user.
 */
export const authClient = new GoTrueClient({
  ...providerOptions,
  storageKey: SESSION_KEY,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
})
