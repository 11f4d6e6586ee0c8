import { createInstance, Identify } from '@amplitude/analytics-browser'
import { MemoryStorage } from '@amplitude/analytics-core'
import { sessionReplayPlugin } from '@amplitude/plugin-session-replay-browser'
import { log } from './log.ts'
import type { Tracker } from './message.ts'
import { replayOptions } from './replay-options.ts'
import { runWhenIdle } from './run-when-idle.ts'
import { createTracker } from './tracker.ts'

const quiet = () => undefined
/** Logs only warnings and errors of the libraries. */
const vendorLog = { enable: quiet, disable: quiet, debug: quiet, log: quiet, warn: log, error: log }

/** An event without account. Without this key the library adds the current account; its types do not allow undefined. */
const ANONYMOUS = { user_id: undefined } as unknown as { user_id: string }

/** A task of the page that took longer, in milliseconds, shows a slow device: there, the first snapshot takes a third of a second. */
const SLOW_TASK_MS = 100

/**
 * How long the user of a slow device must do nothing before its recording starts, in milliseconds. A page counts as interactive after five
 * seconds without a long task.
 */
const SLOW_QUIET_MS = 6000

/** Tells whether the device is slow. Firefox and Safari do not report the length of tasks. */
function isSlowDevice(): boolean {
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return false
  const observer = new PerformanceObserver(() => undefined)
  observer.observe({ type: 'longtask', buffered: true })
  const tasks = observer.takeRecords()
  observer.disconnect()
  return tasks.some(({ duration }) => duration > SLOW_TASK_MS)
}

/** Starts the vendor's libraries. They send to `url`; '' means the vendor's servers in the EU zone. */
export async function loadTracker({ key, url }: { key: string; url: string }): Promise<Tracker> {
  const client = createInstance()
  await client.init(key, {
    serverZone: 'EU',
    ...(url !== '' && { serverUrl: `${url}/2/httpapi` }),
    // The app stores the consent, not the library.
    optOut: false,
    autocapture: false,
    // Queued events name the account; in localStorage they would outlive the sign-out.
    storageProvider: new MemoryStorage(),
    remoteConfig: { fetchRemoteConfig: false },
    enableDiagnostics: false,
    loggerProvider: vendorLog,
  }).promise
  // The library restores the account of the last visit, which may be another one.
  client.setUserId(undefined)
  // Added after init: before, the device is unknown and the plugin records nothing.
  const startReplay = () => client.add(sessionReplayPlugin(replayOptions(url === '' ? undefined : `${url}/sessions/v2/track`))).promise
  // Events do not wait for the recording of a slow device; the later ones are linked to it.
  if (isSlowDevice()) runWhenIdle(startReplay, SLOW_QUIET_MS)
  else await startReplay()
  // A beacon outlives the page. A page restored from the browser's cache uses fetch again.
  addEventListener('pagehide', () => {
    client.setTransport('beacon')
    client.flush()
  })
  addEventListener('pageshow', () => client.setTransport('fetch'))
  // Each event carries its account: the library processes events later, and would take the account of that time.
  let account = ANONYMOUS
  return createTracker({
    track: (name, properties, time) => client.track(name, properties, { time, ...account }),
    identify(accountId, properties) {
      account = { user_id: accountId }
      client.setUserId(accountId)
      const identify = new Identify()
      for (const [name, value] of Object.entries(properties)) {
        // The library drops the whole call when one value is null.
        if (value === null) identify.unset(name)
        else identify.set(name, value as string)
      }
      client.identify(identify, account)
    },
    forgetAccount() {
      // Clears the id first, so that the account keeps its properties and only those of the device are cleared.
      account = ANONYMOUS
      client.setUserId(undefined)
      client.identify(new Identify().clearAll(), account)
    },
    setOptOut: (optOut) => client.setOptOut(optOut),
  })
}
