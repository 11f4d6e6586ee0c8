import { GoTrueClient } from '@supabase/auth-js'
import { env } from '../env.ts'
import { toast } from '../ui/toast.ts'
import { browserStorage } from '../ui/web-storage.ts'
import { providerFetch } from './provider-fetch.ts'
import { SESSION_KEY } from './storage-key.ts'

/** Options of every auth client. Links of the implicit flow work on any device, not only on the one that requested them. */
export const providerOptions = {
  url: env.authUrl,
  headers: { apikey: env.authAnonKey, Authorization: `Bearer ${env.authAnonKey}` },
  flowType: 'implicit',
  fetch: providerFetch,
} as const

let isWarned = false

/** Stores the session; in memory where the browser's storage is full or blocked, because the library would refuse the sign-in. */
const sessionStorage = {
  getItem: browserStorage.get,
  removeItem: (key: string) => browserStorage.set(key, null),
  setItem(key: string, session: string) {
    if (browserStorage.trySet(key, session)) return
    // The stored session is outdated: its refresh token is used up.
    browserStorage.set(key, null)
    if (browserStorage.trySet(key, session) || isWarned) return
    isWarned = true
    toast.warning({
      title: "This browser doesn't keep your session",
      description: 'Its storage is full or blocked. You stay signed in until you close or reload this page.',
    })
  },
}

/**
 * The client of the auth provider. It stores the session in the browser, syncs it between tabs, and every 30 seconds refreshes
 * a session token that expires within 90 seconds (the library's defaults). It reads no session from the URL: a link could
 * replace the session of a signed-in user.
 */
export const authClient = new GoTrueClient({
  ...providerOptions,
  storageKey: SESSION_KEY,
  storage: sessionStorage,
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
})
