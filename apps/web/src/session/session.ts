import type { GoTrueClient } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { paths } from '../paths.ts'
import { arrival, mayHaveSession, showAddressWith } from './arrival.ts'
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

const ASK_AGAIN_MS = 10_000

/** Asks whether there is a session (D-01). Where its provider does not answer, the provider's client goes on asking, and tells by an event. */
async function askWhoIsThere(): Promise<void> {
  // Whether its code did not arrive because the page is outdated is looked into where all such misses are.
  const client = await provider().catch(() => null)
  if (!client) {
    store.onNoAnswer()
    if (store.get().status === 'loading') setTimeout(() => void askWhoIsThere(), ASK_AGAIN_MS)
    return
  }
  const { data, error } = await client.getSession()
  if (mayBeOver(error)) store.onFirstAnswer(data.session)
  else store.onNoAnswer()
}

if (!mayHaveSession()) store.onFirstAnswer(null)
void askWhoIsThere()

/** Loads the page again, for who waits to be known: the provider's client asks nobody twice within a minute. */
export function beginAnew(): void {
  // What a link from a mail brought along is needed once more.
  if (arrival.tokens !== undefined) showAddressWith(arrival.tokens)
  window.location.reload()
}

/** Whether somebody is signed in, and who; 'loading' until the provider has answered once, also while it cannot be reached. */
export const useSession = () => useSyncExternalStore(store.subscribe, store.get)

/** Calls the listener when the signed-in person is gone: time to forget what was loaded for them (D-12). */
export const onSignOut = store.onSignOut

// What somebody was writing outlives a session that ran out, but not their leaving.
onSignOut(({ byChoice }) => {
  if (byChoice) dropDrafts()
  // Whoever was signed in since has no use for an old link.
  delete arrival.linkError
})

/** Statuses by which the provider says that the session is over, rather than that it cannot be asked or has no time right now. */
const refusals = new Set<number | undefined>([400, 401, 403])

const mayBeOver = (error: { status?: number | undefined } | null): boolean => error === null || refusals.has(error.status)

/** A token for the product API, refreshed when it is about to run out; null without a session. Throws when nobody can say right now. */
export async function accessToken(): Promise<string | null> {
  const { data, error } = await (await provider()).getSession()
  if (!mayBeOver(error)) throw error
  // Storage is emptied without a word when somebody clears the site's data: the screens must hear of it here.
  if (!data.session && !error) store.onAuthEvent('SIGNED_OUT', null)
  return data.session?.access_token ?? null
}

let refreshing: Promise<string | null> | undefined

/**
 * Asks the provider for a new token, once for all who ask at the same time (D-110). Null, and the session ended, when the provider
 * refuses; throws when nobody can say right now, and the session stays.
 */
export function refreshAccessToken(): Promise<string | null> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refresh(): Promise<string | null> {
  const { data, error } = await (await provider()).refreshSession()
  if (!mayBeOver(error)) throw error
  if (error) await endSession()
  return data.session?.access_token ?? null
}

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

/** Opens a session; the screens hear of it from the provider's event. */
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

/** Has the provider mail a link that opens a session on the page for a new password. No error tells whether the address is known. */
export const sendPasswordReset = (email: string): Promise<Outcome> =>
  ask((client) => client.resetPasswordForEmail(email, { redirectTo: onOurSite(paths.resetPassword()) }))

/** Changes the password of who is signed in; the session stays. */
export const updatePassword = (password: string): Promise<Outcome> => ask((client) => client.updateUser({ password }))
