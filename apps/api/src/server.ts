import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'

// Old objects may grow by this percentage before they are looked through. Under load the default lets them grow to
// four times what is alive, which takes 100 MB more and is no faster. NODE_OPTIONS does not take this flag.
setFlagsFromString('--heap-growing-percent=60')

/** Requests under way get this long to finish after a signal. */
const GRACE_MS = 10_000

async function start(): Promise<void> {
  const config = readConfig()
  const app = await buildApp(config)
  const drainMs = config.drainSeconds * 1000
  closeWithGrace({ delay: GRACE_MS + drainMs, logger: false }, async ({ err, signal }) => {
    if (err) app.log.fatal({ err }, 'closing after a failure')
    else {
      app.log.info({ signal }, 'closing')
      app.draining.now = true
      await sleep(drainMs)
    }
    await app.close()
  })
  await app.listen({ host: config.host, port: config.port })
}

/** What to tell whoever starts the API: what to do where that is known, else where it broke. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, port } = error as { code?: unknown; port?: unknown }
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Stop that program, or set PORT to a free one.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  await start()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
