import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'

/** Requests under way get this long to finish after a signal. */
const GRACE_MS = 10_000

try {
  const config = readConfig()
  const app = await buildApp(config)
  closeWithGrace({ delay: GRACE_MS, logger: app.log }, async ({ err, signal }) => {
    if (err) app.log.fatal({ err }, 'closing after a failure')
    else app.log.info({ signal }, 'closing')
    await app.close()
  })
  await app.listen({ host: config.host, port: config.port })
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
