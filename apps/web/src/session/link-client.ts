import { GoTrueClient } from '@supabase/auth-js'
import { providerOptions } from './auth-client.ts'

/** A separate client, which keeps the session of a link or code out of the browser's session and storage. */
export const linkClient = new GoTrueClient({
  ...providerOptions,
  storageKey: 'academy.mail-link',
  persistSession: false,
  autoRefreshToken: false,
  detectSessionInUrl: false,
})
