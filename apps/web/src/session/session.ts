import type { GoTrueClient } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { paths } from '../paths.ts'
import { arrival, mayHaveSession } from './arrival.ts'
import { dropDrafts } from './drafts.ts'
import { createSessionStore } from './session-store.ts'

const store = createSessionStore()

let loading: Promise<GoTrueClient> | undefined

/** The provider's client. A quarter of the first load, so it comes in a chunk of its own, which strangers need not wait for. */
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

async function askOnce(): Promise<void> {
  if (!mayHaveSession()) store.onFirstAnswer(null)
  try {
    const { data } = await (await provider()).getSession()
    store.onFirstAnswer(data.session)
  } catch (error) {
    store.onFirstAnswer(null)
    reportError(error)
  }
}
void askOnce()

/** Whether somebody is signed in, and who; 'loading' until the provider has answered once. */
export const useSession = () => useSyncExternalStore(store.subscribe, store.get)

/** Calls the listener when the signed-in person is gone: time to forget what was loaded for them (D-12). */
export const onSignOut = store.onSignOut

// What somebody was writing outlives a session that ran out, but not their leaving.
onSignOut(({ byChoice }) => {
  if (byChoice) dropDrafts()
  // Whoever was signed in since has no use for an old link.
  delete arrival.linkError
})

/** A token for the product API, refreshed when it is about to run out; null without a session. */
export async function accessToken(): Promise<string | null> {
  const { data, error } = await (await provider()).getSession()
  // Storage is emptied without a word when somebody clears the site's data: the screens must hear of it here.
  if (!data.session && !error) store.onAuthEvent('SIGNED_OUT', null)
  return data.session?.access_token ?? null
}

let refreshing: Promise<string | null> | undefined

/** Asks the provider for a new token, once for all who ask at the same time (D-110); null when none can be had. */
export function refreshAccessToken(): Promise<string | null> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refresh(): Promise<string | null> {
  const { data, error } = await (await provider()).refreshSession()
  if (error && refusals.has(error.status)) await endSession()
  return data.session?.access_token ?? null
}

/** Statuses by which the provider says that the session is over, rather than that it has no time right now. */
const refusals = new Set<number | undefined>([400, 401, 403])

/** Ends the session in this browser alone, because it turned out to be of no use any more. */
export async function endSession(): Promise<void> {
  const client = await provider()
  await client.signOut({ scope: 'local' })
}

/** What a call to the provider came to: nothing, or the reason for its refusal. */
export type Outcome = { error: { message: string; code?: string | undefined; status?: number | undefined } | null }

const UNANSWERED: Outcome = { error: { message: 'The academy cannot be reached. Check your connection and try again.' } }

/**
 * Refusals are values; only what the provider's library throws besides is caught here and told the same way. Where nobody answered there
 * are no words of the provider, only the browser's own ("Failed to fetch").
 */
async function ask<T extends Outcome>(call: (client: GoTrueClient) => Promise<T>): Promise<T | Outcome> {
  try {
    const outcome = await call(await provider())
    return outcome.error?.status === 0 ? UNANSWERED : outcome
  } catch (error) {
    reportError(error)
    return { error: { message: '' } }
  }
}

const onOurSite = (path: string) => window.location.origin + path

export const signIn = (email: string, password: string): Promise<Outcome> => ask((client) => client.signInWithPassword({ email, password }))

/**
 * Creates an account at the provider, which then mails a confirmation link to the dashboard (AUTH-14). `userId` is there on
 * success; for an address that is in use already the provider makes one up, so that nobody learns which addresses are known.
 */
export async function signUp(email: string, password: string): Promise<Outcome & { userId?: string | undefined }> {
  const outcome = await ask((client) => client.signUp({ email, password, options: { emailRedirectTo: onOurSite(paths.dashboard()) } }))
  return { error: outcome.error, userId: 'data' in outcome ? outcome.data.user?.id : undefined }
}

/** Ends the session on every device. On failure the session stays (D-12). */
export const signOut = (): Promise<Outcome> => store.leavingByChoice(() => ask((client) => client.signOut()))

export const sendPasswordReset = (email: string): Promise<Outcome> =>
  ask((client) => client.resetPasswordForEmail(email, { redirectTo: onOurSite(paths.resetPassword()) }))

export const updatePassword = (password: string): Promise<Outcome> => ask((client) => client.updateUser({ password }))
