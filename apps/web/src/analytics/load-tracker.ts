import { createInstance, Identify } from '@amplitude/analytics-browser'
import { MemoryStorage } from '@amplitude/analytics-core'
import { sessionReplayPlugin } from '@amplitude/plugin-session-replay-browser'
import { log } from './log.ts'
import type { Tracker } from './message.ts'
import { replayOptions } from './replay-options.ts'
import { createTracker } from './tracker.ts'

const quiet = () => undefined
/** Logs only warnings and errors of the libraries. */
const vendorLog = { enable: quiet, disable: quiet, debug: quiet, log: quiet, warn: log, error: log }

/** An event without account. Without this key the library adds the current account; its types do not allow undefined. */
const ANONYMOUS = { user_id: undefined } as unknown as { user_id: string }

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
  await client.add(sessionReplayPlugin(replayOptions(url === '' ? undefined : `${url}/sessions/v2/track`))).promise
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
