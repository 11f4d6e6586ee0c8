import type { AuthChangeEvent, Session } from '@supabase/auth-js'

export type SessionState =
  /** `isUnanswered`: the provider was asked, and nobody answered; that is neither signed in nor signed out. */
  | { status: 'loading'; session: null; isUnanswered?: true }
  | { status: 'signed-in'; session: Session }
  /** `byChoice`: this person pressed Sign Out here; otherwise the session was missing, ran out or ended elsewhere. */
  | { status: 'signed-out'; session: null; byChoice: boolean }

/** Hears that the signed-in person is gone; `byChoice`: they pressed Sign Out here. */
type SignOutListener = (how: { byChoice: boolean }) => void

/** Holds what is known about the session, and tells who asked to be told. */
export function createSessionStore() {
  let state: SessionState = { status: 'loading', session: null }
  let leaving = false
  const listeners = new Set<() => void>()
  const signOutListeners = new Set<SignOutListener>()

  const tell = () => {
    for (const listener of listeners) listener()
  }

  const set = (session: Session | null) => {
    const before = state.session?.user.id
    if (session) state = { status: 'signed-in', session }
    else if (state.status !== 'signed-out') state = { status: 'signed-out', session: null, byChoice: leaving }
    else return
    // Somebody else signing in, in another tab, ends this person's visit just as well.
    if (before !== undefined && before !== session?.user.id) for (const forget of signOutListeners) forget({ byChoice: leaving })
    tell()
  }

  const subscribeTo =
    <Listener>(set: Set<Listener>) =>
    (listener: Listener) => {
      set.add(listener)
      return () => {
        set.delete(listener)
      }
    }

  return {
    get: () => state,
    subscribe: subscribeTo(listeners),
    onSignOut: subscribeTo(signOutListeners),
    /** From now until the promise settles, the end of the session is this person's own choice. */
    async leavingByChoice<T>(leave: () => Promise<T>): Promise<T> {
      leaving = true
      try {
        return await leave()
      } finally {
        leaving = false
      }
    },
    /**
     * Takes in whatever the provider reports (AUTH-26). Synchronous on purpose: a callback that waits for the provider
     * inside the provider's own notification locks every tab.
     */
    onAuthEvent(event: AuthChangeEvent, session: Session | null) {
      // The provider's client also says so where it could not ask; what that was is told by the answer to the first question.
      if (event === 'INITIAL_SESSION') {
        if (!session) return
        // biome-ignore lint/suspicious/noConsole: the one session event that the product logs (AUTH-27)
        console.info(`Session restored for ${session.user.id}`)
      }
      set(session)
    },
    /** The answer to "is there a session", asked once at the start (D-01). */
    onFirstAnswer(session: Session | null) {
      if (state.status === 'loading') set(session)
    },
    /** That question met nobody: the session stays as it is kept, and the answer comes with a later event (D-01). */
    onNoAnswer() {
      if (state.status !== 'loading') return
      state = { status: 'loading', session: null, isUnanswered: true }
      tell()
    },
  }
}
