import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { abortable } from '../../../abortable.ts'
import { unsettledCheckouts } from './checkouts.store.ts'

/** The time, in milliseconds, for which calls share a sync. Shorter than three seconds, at which the web app polls. */
const SYNC_INTERVAL_MS = 2_000
/** The time, in milliseconds, that a call waits for the sync. */
const MAX_WAIT_MS = 2_500
const MAX_ACCOUNTS = 20_000

/**
 * Returns a function that syncs the open checkouts of an account, so that a buyer never sees a locked course because a webhook is late.
 * Calls within two seconds share one sync, and no call waits longer than 2.5 seconds. The function returns whether the sync succeeded in time,
 * so that the caller reads the facts again; it never throws.
 */
export function checkoutSettler({ payments, db, log }: FastifyInstance): (accountId: string) => Promise<boolean> {
  const pending = new LRUCache<string, Promise<boolean>>({ max: MAX_ACCOUNTS, ttl: SYNC_INTERVAL_MS, ttlResolution: 0 })

  const syncCheckouts = async (accountId: string): Promise<boolean> => {
    if (!payments) return false
    try {
      const open = await unsettledCheckouts(db, accountId)
      await Promise.all([...new Set(open.map(({ customer_id }) => customer_id))].map((customer) => payments.sync(customer)))
      return true
    } catch (err) {
      log.warn({ err, account_id: accountId }, 'failed to sync an open checkout')
      return false
    }
  }

  return async (accountId) => {
    const syncing = pending.get(accountId) ?? syncCheckouts(accountId)
    if (!pending.has(accountId)) pending.set(accountId, syncing)
    return await abortable(syncing, AbortSignal.timeout(MAX_WAIT_MS)).catch(() => false)
  }
}
