import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '@academy/settings/config-error'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { type Config, GRACE_MS, readConfig } from './config.ts'
import { checkConnection } from './database/check-connection.ts'
import { StandbyDatabase, UnusableDatabase } from './database/supported-versions.ts'

/** The pause, in milliseconds, between two attempts to reach an unavailable database at start. */
const RETRY_MS = 5_000

/**
 * Checks the database. Returns the error if it is unreachable or a standby, and may serve later.
 * @throws UnusableDatabase when the API cannot work with it.
 */
async function checkIfReachable(config: Config): Promise<unknown> {
  try {
    await checkConnection(config)
    return undefined
  } catch (error) {
    if (error instanceof UnusableDatabase && !(error instanceof StandbyDatabase)) throw error
    return error
  }
}

/** Waits until the database is reachable and no standby, and checks it. @throws UnusableDatabase when the API cannot work with it. */
async function checkOnceReachable(config: Config): Promise<void> {
  do await sleep(RETRY_MS, undefined, { ref: false })
  while ((await checkIfReachable(config)) !== undefined)
}

async function start(): Promise<void> {
  const config = readConfig()
  const err = await checkIfReachable(config)
  const app = await buildApp(config)
  const drainMs = config.drainSeconds * 1000
  closeWithGrace({ delay: GRACE_MS + drainMs, logger: false }, async ({ err, signal }) => {
    if (err) app.log.fatal({ err }, 'closing after a failure')
    else {
      app.log.info({ signal }, 'closing')
      app.isDraining = true
      await sleep(drainMs)
    }
    await app.close()
  })
  await app.listen({ host: config.host, port: config.port })
  if (err === undefined) return
  app.log.warn({ err }, 'the database cannot serve the API; checking it again until it can')
  // Not awaited and not caught: the handler above logs an unusable database and ends the process.
  void checkOnceReachable(config)
}

/** Returns the start-up error for the operator: a hint where one is known, else the stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnusableDatabase) return error.message
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
