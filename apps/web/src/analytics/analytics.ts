import { env } from '../env.ts'
import { onSignOut } from '../session/session.ts'
import { type Answer, rememberAnswer, rememberedAnswer } from './consent.ts'
import { log } from './log.ts'
import type { Desk, Message, Properties } from './message.ts'
import { whenUsable } from './when-usable.ts'

/** More than anybody does before the libraries are there; what comes on top is lost. */
const MOST_WAITING = 100

/** `off`: there is nobody to tell. `asking`: nothing leaves before a yes. */
export type Consent = 'off' | 'asking' | Answer

type Options = { key: string; consent: 'implied' | 'required'; openDesk: () => Promise<Desk> }

/** Where the app tells what happened. Whatever goes wrong behind it is logged and costs nobody anything (ANALYTICS-02). */
export function createAnalytics({ key, consent: mode, openDesk }: Options) {
  let consent: Consent = 'off'
  let desk: Desk | undefined
  let opening = false
  let loading = false
  let waiting: Message[] = []
  const listeners = new Set<() => void>()

  // A blocker may refuse the chunks; the page then goes on as it is, rather than load itself anew as for an outdated one. Whoever listens on
  // the window itself is called in the order of coming: this is heard before the listener that loads the page anew.
  addEventListener('vite:preloadError', (event) => {
    if (loading) event.stopImmediatePropagation()
  })

  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      logFailure(error)
    }
  }

  const set = (next: Consent) => {
    consent = next
    if (next === 'yes') open()
    else attempt(() => desk?.allow(false))
    for (const listener of listeners) listener()
  }

  function open() {
    const handOver = () => {
      if (consent !== 'yes') return
      const messages = waiting
      waiting = []
      for (const message of messages) attempt(() => desk?.take(message))
    }
    if (desk) {
      attempt(() => desk?.allow(true))
      return handOver()
    }
    if (opening) return
    // Once, whatever comes of it: who blocks the libraries now will not let them through a moment later.
    opening = true
    whenUsable(() => {
      if (consent !== 'yes') {
        opening = false
        return
      }
      loading = true
      void openDesk()
        .then((opened) => {
          desk = opened
          if (consent === 'yes') handOver()
          else desk.allow(false)
        })
        .catch(logFailure)
        .finally(() => {
          loading = false
        })
    })
  }

  function tell(message: Message) {
    if (consent === 'yes' && desk) attempt(() => desk?.take(message))
    else if (consent === 'yes') {
      if (waiting.length < MOST_WAITING) waiting.push(message)
    } // Before a yes only what still holds when it comes is kept: which page this is, and whose.
    else if (message.kind !== 'event') waiting = [...waiting.filter(({ kind }) => kind !== message.kind), message]
  }

  return {
    /** Once per visit (ANALYTICS-23). */
    start() {
      if (!key) return log('Analytics is off: no key is configured.')
      set(mode === 'implied' ? 'yes' : (rememberedAnswer() ?? 'asking'))
    },
    answer(answer: Answer) {
      rememberAnswer(answer)
      set(answer)
    },
    consent: () => consent,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    pageViewed: (path: string) => tell({ kind: 'view', path, at: Date.now() }),
    track: (name: string, properties: Properties = {}) => tell({ kind: 'event', name, properties, at: Date.now() }),
    identify: (properties: Properties) => tell({ kind: 'person', properties, at: Date.now() }),
    forget: () => tell({ kind: 'person', at: Date.now() }),
  }
}

const logFailure = (error: unknown) => log('Analytics failed:', error)

/** The one analytics of this page, as this deployment configures it. Never throws and never waits: failures go to the log. */
export const analytics = createAnalytics({
  key: env.amplitudeKey,
  consent: env.analyticsConsent,
  openDesk: () => import('./open-desk.ts').then(({ openDesk }) => openDesk({ key: env.amplitudeKey, url: env.amplitudeUrl })),
})

onSignOut(() => analytics.forget())
