import type { AuthError } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { paths } from '../paths.ts'
import { authClient } from './auth-client.ts'
import { createSessionStore } from './session-store.ts'

const store = createSessionStore()

authClient.onAuthStateChange((event, session) => store.onAuthEvent(event, session))
authClient.getSession().then(
  ({ data }) => store.onFirstAnswer(data.session),
  (error: unknown) => {
    store.onFirstAnswer(null)
    reportError(error)
  },
)

/** Whether somebody is signed in, and who; 'loading' until the provider has answered once. */
export const useSession = () => useSyncExternalStore(store.subscribe, store.get)

/** Calls the listener when the signed-in person is gone: time to forget what was loaded for them (D-12). */
export const onSignOut = store.onSignOut

/** A token for the product API, refreshed when it is about to run out; null without a session. */
export async function accessToken(): Promise<string | null> {
  const { data } = await authClient.getSession()
  return data.session?.access_token ?? null
}

let refreshing: Promise<string | null> | undefined

/** Asks the provider for a new token, once for all who ask at the same time (D-110); null when the session is over. */
export function refreshAccessToken(): Promise<string | null> {
  refreshing ??= authClient
    .refreshSession()
    .then(({ data }) => data.session?.access_token ?? null)
    .finally(() => {
      refreshing = undefined
    })
  return refreshing
}

/** What a call to the provider came to: nothing, or the reason for its refusal. */
export type Outcome = { error: AuthError | null }

const onOurSite = (path: string) => window.location.origin + path

export const signIn = (email: string, password: string): Promise<Outcome> => authClient.signInWithPassword({ email, password })

/** Creates an account at the provider, which then mails a confirmation link to the dashboard (AUTH-14). */
export const signUp = (email: string, password: string) =>
  authClient.signUp({ email, password, options: { emailRedirectTo: onOurSite(paths.dashboard()) } })

/** Ends the session on every device. On failure the session stays (D-12). */
export const signOut = (): Promise<Outcome> => store.leavingByChoice(() => authClient.signOut())

export const sendPasswordReset = (email: string): Promise<Outcome> =>
  authClient.resetPasswordForEmail(email, { redirectTo: onOurSite(paths.resetPassword()) })

export const updatePassword = (password: string): Promise<Outcome> => authClient.updateUser({ password })
