import { useSyncExternalStore } from 'react'
import { env } from '../env.ts'
import { onSignOut } from '../session/session.ts'
import { createListeners } from '../ui/listeners.ts'
import { type ConsentAnswer, loadConsentAnswer, onAnswerInOtherTab, saveConsentAnswer } from './consent.ts'
import { log } from './log.ts'
import type { Message, Properties, Tracker } from './message.ts'
import { runWhenIdle } from './run-when-idle.ts'

/** Maximum of events queued for the libraries; later ones are dropped. */
const MAX_QUEUED = 100

const QUIET_AFTER_DOWNLOAD_MS = 500

/** `off`: analytics is not configured. `asking`: nothing is sent before the user agrees. */
type Consent = 'off' | 'asking' | ConsentAnswer

type Options = { key: string; consent: 'implied' | 'required'; loadTracker: () => Promise<Tracker> }

/** Creates the analytics client. It logs all failures and never throws. */
export function createAnalytics({ key, consent: mode, loadTracker }: Options) {
  let consent: Consent = 'off'
  let tracker: Tracker | undefined
  let hasStartedLoading = false
  let isLoading = false
  let queue: Message[] = []
  const { subscribe, notify } = createListeners()

  // A content blocker may block the chunks; the page must not reload then, as it does for an outdated chunk. This listener runs first,
  // because it is registered first.
  addEventListener('vite:preloadError', (event) => {
    if (isLoading) event.stopImmediatePropagation()
  })

  const runSafely = (work: () => void) => {
    try {
      work()
    } catch (error) {
      logFailure(error)
    }
  }

  const set = (next: Consent) => {
    consent = next
    if (next === 'yes') startTracking()
    else runSafely(() => tracker?.setAllowed(false))
    notify()
  }

  function startTracking() {
    const flushQueue = () => {
      if (consent !== 'yes') return
      const messages = queue
      queue = []
      for (const message of messages) runSafely(() => tracker?.track(message))
    }
    if (tracker) {
      runSafely(() => tracker?.setAllowed(true))
      return flushQueue()
    }
    if (hasStartedLoading) return
    // Tried once: a content blocker would block the libraries again.
    hasStartedLoading = true
    runWhenIdle(() => {
      if (consent !== 'yes') {
        hasStartedLoading = false
        return
      }
      isLoading = true
      void loadTracker()
        .then((loadedTracker) => {
          tracker = loadedTracker
          if (consent === 'yes') flushQueue()
          else tracker.setAllowed(false)
        })
        .catch(logFailure)
        .finally(() => {
          isLoading = false
        })
    })
  }

  function send(message: Message) {
    if (consent === 'yes' && tracker) runSafely(() => tracker?.track(message))
    else if (consent === 'yes') {
      // A change of account is never dropped: later events would be sent under the wrong one.
      if (message.kind === 'account' || queue.length < MAX_QUEUED) queue.push(message)
    } // Before consent only the latest page view and account are queued, because they still apply afterwards.
    else if (message.kind !== 'event') queue = [...queue.filter(({ kind }) => kind !== message.kind), message]
  }

  return {
    /** Starts analytics. Call it once per visit. */
    start() {
      if (!key) return log('Analytics is off: no key is configured.')
      if (mode === 'implied') return set('yes')
      set(loadConsentAnswer() ?? 'asking')
      onAnswerInOtherTab(set)
    },
    answer(answer: ConsentAnswer) {
      saveConsentAnswer(answer)
      set(answer)
    },
    consent: () => consent,
    subscribe,
    trackPageView: (path: string) => send({ kind: 'view', path, at: Date.now() }),
    track: (name: string, properties: Properties = {}) => send({ kind: 'event', name, properties, at: Date.now() }),
    identify: (id: string, properties: Properties) => send({ kind: 'account', account: { id, properties }, at: Date.now() }),
    clearAccount: () => send({ kind: 'account', at: Date.now() }),
  }
}

const logFailure = (error: unknown) => log('Analytics failed:', error)

/** The analytics client of the page. */
export const analytics = createAnalytics({
  key: env.amplitudeKey,
  consent: env.analyticsConsent,
  loadTracker: async () => {
    const { loadTracker } = await import('./load-tracker.ts')
    // The start of the recording takes a quarter of a second on a slow phone, and the download may end while the user types.
    await new Promise<void>((resolve) => runWhenIdle(resolve, QUIET_AFTER_DOWNLOAD_MS))
    return loadTracker({ key: env.amplitudeKey, url: env.amplitudeUrl })
  },
})

onSignOut(() => analytics.clearAccount())

export const useConsent = (): Consent => useSyncExternalStore(analytics.subscribe, analytics.consent)
