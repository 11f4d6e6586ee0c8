import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { unsettledCheckouts } from './checkouts.store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Syncs the open checkouts of an account, so that a late webhook never shows a payer a locked course. Limited to one sync in
     * some seconds, and to a short wait.
     * @returns whether Stripe answered, so that the caller reads the facts again. Never throws.
     */
    settleOpenCheckouts: (accountId: string) => Promise<boolean>
  }
}

/** In milliseconds. The web app polls every three seconds. */
const ASK_EVERY_MS = 2_000
const WAIT_AT_MOST_MS = 2_500
const ACCOUNTS = 20_000

export const settleCheckouts = fp(
  async (app) => {
    const pending = new LRUCache<string, Promise<boolean>>({ max: ACCOUNTS, ttl: ASK_EVERY_MS })

    const ask = async (accountId: string): Promise<boolean> => {
      const { payments } = app
      if (!payments) return false
      try {
        const open = await unsettledCheckouts(app.db, accountId)
        await Promise.all([...new Set(open.map(({ customer_id }) => customer_id))].map((customer) => payments.sync(customer)))
        return true
      } catch (err) {
        app.log.warn({ err, account_id: accountId }, 'failed to sync an open checkout')
        return false
      }
    }

    app.decorate('settleOpenCheckouts', async (accountId: string) => {
      const asking = pending.get(accountId) ?? ask(accountId)
      if (!pending.has(accountId)) pending.set(accountId, asking)
      const { promise: late, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => resolve(false), WAIT_AT_MOST_MS)
      try {
        return await Promise.race([asking, late])
      } finally {
        clearTimeout(timer)
      }
    })
  },
  { name: 'settle-checkouts', dependencies: ['payments', 'database'] },
)
