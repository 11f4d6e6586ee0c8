import { useSyncExternalStore } from 'react'
import { checkReachability, reachability } from '../api/reachability.ts'

const texts = {
  offline: "You're offline. Nothing is lost; we'll reconnect when you're back.",
  unreachable: "We can't reach the academy right now. We'll keep trying; nothing you typed is lost.",
}

/** Shows a notice while the browser is offline or the API is unreachable. */
export function ConnectionNotice() {
  const state = useSyncExternalStore(reachability.subscribe, reachability.get)
  return (
    // On phones it is at the top, because toasts fill the bottom.
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 max-sm:top-14 max-sm:bottom-auto flex justify-center p-3 print:hidden"
    >
      {state !== 'reachable' && (
        <p className="pointer-events-auto flex max-w-prose items-center gap-3 rounded-lg border border-rule-strong border-l-4 border-l-accent bg-surface px-4 py-2.5 text-sm shadow-floating">
          <span>{texts[state]}</span>
          {state === 'unreachable' && (
            <button type="button" onClick={() => void checkReachability()} className="text-link min-h-6 shrink-0">
              Try now
            </button>
          )}
        </p>
      )}
    </div>
  )
}
