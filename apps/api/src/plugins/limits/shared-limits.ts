import { randomUUID } from 'node:crypto'
import fp from 'fastify-plugin'
import type { Report } from './limit-store.ts'

const CHANNEL = 'calls_counted'

/** The interval of notifications. Within it, requests at several instances may exceed a limit together. */
const SHARE_INTERVAL_MS = 500

/** The maximum number of entries in a notification, which Postgres limits to 8,000 bytes; an entry takes less than a hundred. */
const MAX_ENTRIES = 60

type Entry = [limit: string, ...report: Report]

/**
 * Applies limits to all instances together: each instance notifies the others, through the database, of callers with many requests. No request
 * waits for a notification. Two instances together allow a caller at most a tenth more than the limit, and the requests of half a second.
 * While the database is down, each instance counts alone.
 */
export const sharedLimits = fp(
  async (app) => {
    const self = randomUUID()

    const receive = (message: string): void => {
      const { from, counted } = JSON.parse(message) as { from: string; counted: Entry[] }
      if (from === self) return
      for (const [limit, ...report] of counted) app.limitStores.get(limit)?.add(report)
    }
    app.directSql.listen(CHANNEL, receive).catch((err: unknown) => app.log.warn({ err }, 'failed to subscribe to rate-limit notifications'))

    const share = async (): Promise<void> => {
      const all = [...app.limitStores].flatMap(([limit, store]) => store.takeReports().map((report): Entry => [limit, ...report]))
      for (let from = 0; from < all.length; from += MAX_ENTRIES) {
        const message = JSON.stringify({ from: self, counted: all.slice(from, from + MAX_ENTRIES) })
        await app.sql`select pg_notify(${CHANNEL}, ${message})`
      }
    }
    const timer = setInterval(() => {
      share().catch((err: unknown) => app.log.debug({ err }, 'failed to send rate-limit notifications'))
    }, SHARE_INTERVAL_MS).unref()
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'shared-limits', dependencies: ['limits', 'database'] },
)
