import closeWithGrace from 'close-with-grace'
import { ConfigError, readConfig } from './config.ts'
import { startWebServer } from './web-server.ts'

/** Requests under way get this long to finish after a signal. */
const GRACE_MS = 10_000

try {
  const web = await startWebServer({ ...readConfig(), log: true })
  closeWithGrace({ delay: GRACE_MS, logger: false }, () => web.stop())
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
