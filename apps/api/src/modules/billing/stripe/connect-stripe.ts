import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import type { Db } from '../../../database/open-database.ts'
import { ENTITLEMENTS_CHANGED, EVERY_ACCOUNT } from '../facts/grants.store.ts'
import { stripeConnection } from '../facts/stripe-connection.table.ts'
import { stripeReconcile } from '../facts/stripe-events.table.ts'

/** The Stripe account and mode that this process works with. */
export type ConnectedAccount = { stripe_account: string | null; livemode: boolean }

/** Whether a secret or restricted key belongs to live mode. */
export const isLiveKey = (key: string): boolean => /^.k_live_/.test(key)

/** Loads the id of the account; null for a restricted key that may not read it. */
async function readAccount(stripe: Stripe, log: Pick<FastifyBaseLogger, 'warn'>): Promise<string | null> {
  try {
    return (await stripe.accounts.retrieveCurrent()).id
  } catch (err) {
    if (!(err instanceof Stripe.errors.StripePermissionError)) throw err
    log.warn({ err }, 'the Stripe key may not read its account, so facts of another account in the same mode are not recognized')
    return null
  }
}

/** Whether the recorded connection is that of an account. An unknown account counts as the recorded one if the mode is the same. */
export const isConnected = (
  recorded: typeof stripeConnection.$inferSelect | undefined,
  { stripe_account, livemode }: ConnectedAccount,
): boolean => recorded?.livemode === livemode && (stripe_account === null || recorded.merchant_id === stripe_account)

/** Records the connection. If it changed, reconciling syncs every customer and every instance reads all facts again. */
async function saveConnection(db: Db, { stripe_account, livemode }: ConnectedAccount): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(stripeConnection).for('update')
    if (isConnected(before, { stripe_account, livemode })) return
    const now = { merchant_id: stripe_account, livemode, connected_at: sql`now()` }
    await tx.insert(stripeConnection).values(now).onConflictDoUpdate({ target: stripeConnection.id, set: now })
    await tx.delete(stripeReconcile)
    await tx.execute(sql`select pg_notify(${ENTITLEMENTS_CHANGED}, ${EVERY_ACCOUNT})`)
  })
}

/**
 * Records which Stripe account the key belongs to. The key itself names the mode, so facts of the other mode open nothing from then on, even
 * before Stripe has responded.
 * @throws the SDK's error while Stripe is unreachable.
 */
export async function connectStripe(
  { stripe, db, log }: { stripe: Stripe; db: Db; log: Pick<FastifyBaseLogger, 'warn'> },
  secretKey: string,
): Promise<ConnectedAccount> {
  const livemode = isLiveKey(secretKey)
  await saveConnection(db, { stripe_account: null, livemode })
  const stripe_account = await readAccount(stripe, log)
  await saveConnection(db, { stripe_account, livemode })
  return { stripe_account, livemode }
}
