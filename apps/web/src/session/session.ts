import type { GoTrueClient, Session } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { paths } from '../paths.ts'
import { browserStorage } from '../ui/web-storage.ts'
import { authRedirect, hasStoredSession } from './auth-redirect.ts'
import { claimDrafts, removeAllDrafts } from './drafts.ts'
import { createSessionStore } from './session-store.ts'
import { loadFreshSession } from './stored-session.ts'

const store = createSessionStore()
const HAD_SESSION_KEY = 'academy.had-session'
store.subscribe(() => {
  const user = store.get().session?.user.id
  claimDrafts(user)
  if (user !== undefined) browserStorage.set(HAD_SESSION_KEY, 'yes')
})

/** Returns whether anyone has been signed in in this browser. */
export const hadSession = (): boolean => browserStorage.get(HAD_SESSION_KEY) !== null

let loading: Promise<GoTrueClient> | undefined

/** Loads the auth client. It is a quarter of the first load, so it has its own chunk, which visitors need not wait for. */
function provider(): Promise<GoTrueClient> {
  loading ??= import('./auth-client.ts').then(
    ({ authClient }) => {
      authClient.onAuthStateChange((event, session) => store.onAuthEvent(event, session))
      return authClient
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

const RETRY_MS = 10_000

/** Checks whether there is a session. When the provider is unreachable, the client keeps retrying and sends an event later. */
async function checkSession(): Promise<void> {
  // An outdated page is handled in `reload-on-missing-chunk.ts`.
  const client = await provider().catch(() => null)
  if (!client) {
    store.markUnreachable()
    if (store.get().status !== 'signed-out') setTimeout(() => void checkSession(), RETRY_MS)
    return
  }
  const { data, error } = await client.getSession()
  if (isConclusive(error)) store.setInitialSession(data.session)
  else store.markUnreachable()
  followStoredSession(data.session, error)
}

/** Follows a change of the stored session without an event: the user cleared the site's data, or the event of another tab has not arrived yet. */
function followStoredSession(session: Session | null, error: unknown): void {
  const user = currentSession()?.user.id
  if (!session && !error) store.onAuthEvent('SIGNED_OUT', null)
  else if (session && user && user !== session.user.id) store.onAuthEvent('SIGNED_IN', session)
}

// A token that needs no refresh needs no auth client: its code loads when the first page is shown (`startAuthClient`).
const freshSession = loadFreshSession()
if (freshSession) store.setInitialSession(freshSession)
else {
  if (!hasStoredSession()) store.setInitialSession(null)
  void checkSession()
}

/** Starts the auth client, which refreshes the session and follows other tabs, unless it has started already. */
export function startAuthClient(): void {
  if (!loading) void checkSession()
}

/** Reloads the page to check the session at once. The auth client itself retries at most once a minute. */
export function reloadPage(): void {
  window.location.reload()
}

/** Returns the session state; 'loading' until the provider has responded once. */
export const useSession = () => useSyncExternalStore(store.subscribe, store.get)

/** Calls the listener when the user has signed out or changed, to clear that user's data. */
export const onSignOut = store.onSignOut

// Drafts survive an expired session, but not a sign-out.
onSignOut(({ byChoice }) => {
  if (byChoice) removeAllDrafts()
  // The refused link is older than this session.
  delete authRedirect.linkRefused
})

/** Statuses that mean that the session has ended. Other errors are outages or rate limits. */
const endedStatuses = new Set<number | undefined>([400, 401, 403])

const isConclusive = (error: { status?: number | undefined } | null): boolean => error === null || endedStatuses.has(error.status)

/** Returns the session token for the API, refreshed when it is about to expire; null without a session. Throws when the provider is unreachable. */
export async function accessToken(): Promise<string | null> {
  if (!loading) {
    const stored = loadFreshSession()
    // Another user may have signed in in another tab.
    if (stored && stored.user.id === currentSession()?.user.id) return stored.access_token
  }
  const { data, error } = await (await provider()).getSession()
  if (!isConclusive(error)) throw error
  followStoredSession(data.session, error)
  return data.session?.access_token ?? null
}

/**
 * Refreshes the session token. When the provider refuses, ends the session and returns null. When the provider is unreachable, throws and
 * keeps the session.
 */
export async function refreshAccessToken(): Promise<string | null> {
  const { data, error } = await (await provider()).refreshSession()
  // Another tab has stored a newer session meanwhile.
  if (error?.name === 'AuthRefreshDiscardedError') return accessToken()
  if (!isConclusive(error)) throw error
  if (error) await endSession()
  return data.session?.access_token ?? null
}

/** Ends the session in this browser only, because it is no longer valid. */
export async function endSession(): Promise<void> {
  const client = await provider()
  await client.signOut({ scope: 'local' })
}

/** Result of a call to the provider. */
export type AuthResult = { error: { message: string; name?: string; code?: string | undefined; status?: number | undefined } | null }

const UNREACHABLE: AuthResult = { error: { message: "We can't reach the academy. Check your connection and try again." } }

/**
 * Calls the auth provider and returns errors as values, also what the library throws. Without a response the error has our own message
 * instead of the browser's "Failed to fetch".
 */
export async function callProvider<T extends AuthResult>(call: (client: GoTrueClient) => Promise<T>): Promise<T | AuthResult> {
  try {
    const outcome = await call(await provider())
    return outcome.error?.status === 0 ? UNREACHABLE : outcome
  } catch (error) {
    reportError(error)
    return { error: { message: '' } }
  }
}

/** Returns the current session; null while it is unknown. */
export const currentSession = () => store.get().session

/** Returns the URL of one of our pages, for links in emails. */
export const absoluteUrl = (path: string) => window.location.origin + path

/** Signs in. The provider's event updates the session state. */
export const signIn = (email: string, password: string): Promise<AuthResult> =>
  callProvider((client) => client.signInWithPassword({ email, password }))

/**
 * Creates an account at the provider, which emails a confirmation link to the dashboard. On success `userId` is set; for an
 * address that is in use the provider invents one, which hides the existing account.
 */
export async function signUp(email: string, password: string): Promise<AuthResult & { userId?: string | undefined }> {
  const outcome = await callProvider((client) =>
    client.signUp({ email, password, options: { emailRedirectTo: absoluteUrl(paths.dashboard()) } }),
  )
  return { error: outcome.error, userId: 'data' in outcome ? outcome.data.user?.id : undefined }
}

/** Uses the session of an email link in this browser, and ends the session of another account that was signed in here. */
export const adoptSession = (session: { access_token: string; refresh_token: string }): Promise<AuthResult> =>
  callProvider(async (client) => {
    const before = store.get().session
    const { data, error } = await client.setSession(session)
    if (before && data.user && before.user.id !== data.user.id) await client.admin.signOut(before.access_token, 'local')
    return { error }
  })

/** Signs out on every device. On failure the session stays. */
export const signOut = (): Promise<AuthResult> => store.signOutByChoice(() => callProvider((client) => client.signOut()))

/** Requests an email with a link to the page for a new password. No error reveals whether an account exists. */
export const sendPasswordReset = (email: string): Promise<AuthResult> =>
  callProvider((client) => client.resetPasswordForEmail(email, { redirectTo: absoluteUrl(paths.resetPassword()) }))
