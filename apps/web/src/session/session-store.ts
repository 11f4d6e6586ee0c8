import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { createListeners } from '../ui/listeners.ts'

type SessionState =
  /** `isUnreachable`: the provider did not respond, so the status is unknown. */
  | { status: 'loading'; session: null; isUnreachable?: true }
  | { status: 'signed-in'; session: Session }
  /** `byChoice`: the user pressed Sign Out here; otherwise the session was missing, expired or ended elsewhere. */
  | { status: 'signed-out'; session: null; byChoice: boolean }

/** Creates the store of the session state. */
export function createSessionStore() {
  let state: SessionState = { status: 'loading', session: null }
  let isChosen = false
  const changes = createListeners()
  const signOuts = createListeners<{ byChoice: boolean }>()

  const set = (session: Session | null) => {
    const before = state.session?.user.id
    if (session) state = { status: 'signed-in', session }
    else if (state.status !== 'signed-out') state = { status: 'signed-out', session: null, byChoice: isChosen }
    else return
    // Another user who signs in, in another tab, ends this user's session too.
    if (before !== undefined && before !== session?.user.id) signOuts.notify({ byChoice: isChosen })
    changes.notify()
  }

  return {
    get: () => state,
    subscribe: changes.subscribe,
    /** Calls the listener when the user has signed out or another user has signed in. `byChoice`: the user pressed Sign Out here. */
    onSignOut: signOuts.subscribe,
    /** Marks a sign-out during `leave` as the user's choice. */
    async signOutByChoice<T>(leave: () => Promise<T>): Promise<T> {
      isChosen = true
      try {
        return await leave()
      } finally {
        isChosen = false
      }
    },
    /** Handles an event of the provider. Synchronous, because awaiting the provider inside its own callback locks every tab. */
    onAuthEvent(event: AuthChangeEvent, session: Session | null) {
      // The client also sends this event without a session when it could not reach the provider; `checkSession` tells these cases apart.
      if (event === 'INITIAL_SESSION') {
        if (!session) return
        // biome-ignore lint/suspicious/noConsole: the one session event that the product logs
        console.info(`Session restored for ${session.user.id}`)
      }
      set(session)
    },
    /** Sets the result of the first session check. */
    setInitialSession(session: Session | null) {
      if (state.status === 'loading') set(session)
    },
    /** Records that the first check got no response. The stored session stays, and a later event sets the state. */
    markUnreachable() {
      if (state.status !== 'loading') return
      state = { status: 'loading', session: null, isUnreachable: true }
      changes.notify()
    },
  }
}
