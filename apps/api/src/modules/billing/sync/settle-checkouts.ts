import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { unsettledCheckouts } from '../checkout/checkouts.store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Asks Stripe what became of the checkouts of an account that are still open here, so that a late webhook never shows a payer a locked
     * course. At most once in some seconds, and never longer than a person may wait.
     * @returns whether Stripe answered, so that the facts are worth another look. Never throws.
     */
    settleOpenCheckouts: (accountId: string) => Promise<boolean>
  }
}

/** Shorter than the three seconds after which the app looks again. */
const ASK_EVERY_MS = 2_000
const WAIT_AT_MOST_MS = 2_500
const ACCOUNTS = 20_000

export const settleCheckouts = fp(
  async (app) => {
    const asked = new LRUCache<string, Promise<boolean>>({ max: ACCOUNTS, ttl: ASK_EVERY_MS })

    const ask = async (accountId: string): Promise<boolean> => {
      const { payments } = app
      if (!payments) return false
      try {
        const open = await unsettledCheckouts(app.db, accountId)
        await Promise.all([...new Set(open.map(({ customer_id }) => customer_id))].map((customer) => payments.sync(customer)))
        return true
      } catch (err) {
        app.log.warn({ err, account_id: accountId }, 'what became of an open checkout is not known yet')
        return false
      }
    }

    app.decorate('settleOpenCheckouts', async (accountId: string) => {
      const asking = asked.get(accountId) ?? ask(accountId)
      if (!asked.has(accountId)) asked.set(accountId, asking)
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
