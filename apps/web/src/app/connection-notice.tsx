import { useSyncExternalStore } from 'react'
import { lookAgain, reachability } from '../api/reachability.ts'

const words = {
  offline: 'You are offline. Nothing you typed is lost; it goes on as soon as you are back.',
  unreachable: 'The academy cannot be reached at the moment. It is tried again by itself; nothing you typed is lost.',
}

/** Says calmly that there is no way to the academy, for as long as there is none. */
export function ConnectionNotice() {
  const state = useSyncExternalStore(reachability.subscribe, reachability.get)
  return (
    // At the bottom, but on a phone below the top bar: the toasts of what just failed have the whole bottom there.
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 max-sm:top-14 max-sm:bottom-auto flex justify-center p-3 print:hidden"
    >
      {state !== 'reachable' && (
        <p className="pointer-events-auto flex max-w-prose items-center gap-3 rounded-lg border border-rule-strong border-l-4 border-l-accent bg-surface px-4 py-2.5 text-sm shadow-floating">
          <span>{words[state]}</span>
          {state === 'unreachable' && (
            <button type="button" onClick={() => void lookAgain()} className="text-link min-h-6 shrink-0">
              Try now
            </button>
          )}
        </p>
      )}
    </div>
  )
}
