import { randomUUID } from 'node:crypto'
import fp from 'fastify-plugin'
import type { CallNews } from './call-counter.ts'

const CHANNEL = 'calls_counted'

/** Calls beyond a limit that others hear of too late: those of so long a time. */
const TELL_EVERY_MS = 500

/** Postgres carries 8,000 bytes at once; an entry takes less than a hundred. */
const ENTRIES = 60

type Entry = [counter: string, ...news: CallNews]

/**
 * Limits count for all instances together: each tells the others, through the database, what it counted of those who call often. Nothing is
 * asked while a request waits. Between two instances a caller gets a tenth more than the limit at most, and what is done within half a second.
 * While the database is down each counts alone.
 */
export const sharedLimits = fp(
  async (app) => {
    const self = randomUUID()

    const hear = (message: string): void => {
      const { from, counted } = JSON.parse(message) as { from: string; counted: Entry[] }
      if (from === self) return
      const now = Date.now()
      for (const [counter, caller, calls] of counted) app.callCounters.get(counter)?.hear([caller, calls], now)
    }
    app.sql.listen(CHANNEL, hear).catch((err: unknown) => app.log.warn({ err }, 'listening for what others count has to wait'))

    const tell = async (): Promise<void> => {
      const all = [...app.callCounters].flatMap(([name, counter]) => counter.takeNews().map((news): Entry => [name, ...news]))
      for (let from = 0; from < all.length; from += ENTRIES) {
        const message = JSON.stringify({ from: self, counted: all.slice(from, from + ENTRIES) })
        await app.sql`select pg_notify(${CHANNEL}, ${message})`
      }
    }
    const timer = setInterval(() => {
      tell().catch((err: unknown) => app.log.debug({ err }, 'what was counted could not be told'))
    }, TELL_EVERY_MS).unref()
    app.addHook('onClose', async () => clearInterval(timer))
  },
  { name: 'shared-limits', dependencies: ['limits', 'database'] },
)
