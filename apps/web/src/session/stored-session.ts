import type { Session } from '@supabase/auth-js'
import { browserStorage } from '../ui/web-storage.ts'
import { SESSION_KEY } from './storage-key.ts'

/** The auth client refreshes tokens that expire within this time. */
const REFRESH_MARGIN_MS = 90_000

/** Returns the stored session if the auth client would return it as it is; null if it would refresh or refuse it. */
export function loadFreshSession(): Session | null {
  const session = browserStorage.getJson(SESSION_KEY) as Partial<Session> | null
  if (!session?.access_token || !session.refresh_token || !session.user?.id || !session.expires_at) return null
  return session.expires_at * 1000 - Date.now() > REFRESH_MARGIN_MS ? (session as Session) : null
}

/** Returns the email address of the stored session, also of an expired one; '' without one. */
export function storedEmail(): string {
  const session = browserStorage.getJson(SESSION_KEY) as { user?: { email?: unknown } | null } | null
  const email = session?.user?.email
  return typeof email === 'string' ? email : ''
}
