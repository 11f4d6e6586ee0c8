import { createInstance, Identify } from '@amplitude/analytics-browser'
import { MemoryStorage } from '@amplitude/analytics-core'
import { sessionReplayPlugin } from '@amplitude/plugin-session-replay-browser'
import { createDesk } from './desk.ts'
import { log } from './log.ts'
import type { Desk } from './message.ts'
import { replayOptions } from './replay-options.ts'

const quiet = () => undefined
/** What the libraries complain of; what they chat about is left out. */
const vendorLog = { enable: quiet, disable: quiet, debug: quiet, log: quiet, warn: log, error: log }

/** Starts the vendor's libraries; `url` is where they deliver, '' the vendor's own servers in the EU zone. */
export async function openDesk({ key, url }: { key: string; url: string }): Promise<Desk> {
  const client = createInstance()
  await client.init(key, {
    serverZone: 'EU',
    ...(url !== '' && { serverUrl: `${url}/2/httpapi` }),
    // The answer is the page's to remember, not the library's.
    optOut: false,
    autocapture: false,
    // What waits to be sent names the account; in the browser's storage it would outlive the sign-out (SHELL-05).
    storageProvider: new MemoryStorage(),
    remoteConfig: { fetchRemoteConfig: false },
    enableDiagnostics: false,
    loggerProvider: vendorLog,
  }).promise
  // Only now: a plugin that is there before the device is known records and sends nothing.
  await client.add(sessionReplayPlugin(replayOptions(url === '' ? undefined : `${url}/sessions/v2/track`))).promise
  // So it goes with the page, which a plain call would not outlive; a page that comes back out of the browser's cache sends as before.
  addEventListener('pagehide', () => {
    client.setTransport('beacon')
    client.flush()
  })
  addEventListener('pageshow', () => client.setTransport('fetch'))
  return createDesk({
    track: (name, properties, time) => client.track(name, properties, { time }),
    identify(properties) {
      const identify = new Identify()
      for (const [name, value] of Object.entries(properties)) {
        // The library drops the whole of it for one value that is nothing.
        if (value === null) identify.unset(name)
        else identify.set(name, value as string)
      }
      client.identify(identify)
    },
    clearProperties: () => client.identify(new Identify().clearAll()),
    setOptOut: (optOut) => client.setOptOut(optOut),
  })
}
