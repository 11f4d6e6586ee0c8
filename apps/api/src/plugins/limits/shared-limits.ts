import { randomUUID } from 'node:crypto'
import fp from 'fastify-plugin'
import type { Report } from './limit-store.ts'

const CHANNEL = 'calls_counted'

/** The time in which requests at several instances may exceed a limit together. */
const SHARE_EVERY_MS = 500

/** Postgres carries 8,000 bytes in a notification; an entry takes less than a hundred. */
const ENTRIES = 60

type Entry = [limit: string, ...report: Report]

/**
 * Makes limits count for all instances together: each notifies the others, through the database, of the requests of callers with many
 * requests. No request waits for it. Two instances allow a caller a tenth more than the limit at most, and what arrives within half a
 * second. While the database is down, each instance counts alone.
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
      for (let from = 0; from < all.length; from += ENTRIES) {
        const message = JSON.stringify({ from: self, counted: all.slice(from, from + ENTRIES) })
        await app.sql`select pg_notify(${CHANNEL}, ${message})`
      }
    }
    const timer = setInterval(() => {
      share().catch((err: unknown) => app.log.debug({ err }, 'failed to send rate-limit notifications'))
    }, SHARE_EVERY_MS).unref()
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'shared-limits', dependencies: ['limits', 'database'] },
)
