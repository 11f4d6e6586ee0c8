import { ConfigError } from '@academy/settings/config-error'
import closeWithGrace from 'close-with-grace'
import { readConfig } from './config.ts'
import { startWebServer } from './web-server.ts'

/** How long running requests may take after a signal, in milliseconds. */
const GRACE_MS = 10_000

try {
  const web = await startWebServer({ ...readConfig(), log: true })
  closeWithGrace({ delay: GRACE_MS, logger: false }, () => web.stop())
} catch (error) {
  const bug = error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${error instanceof ConfigError ? error.message : bug}\n`)
  process.exit(1)
}
