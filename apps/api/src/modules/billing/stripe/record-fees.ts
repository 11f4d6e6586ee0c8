import { max } from 'drizzle-orm'
import Stripe from 'stripe'
import { stripeFees } from '../facts/stripe-fees.table.ts'
import type { Payments } from './payments.ts'
import { dateFromSeconds, idOf } from './stripe-objects.ts'

/** In seconds. Stripe creates the balance transaction of a payment up to an hour after it. */
const OVERLAP_S = 2 * 3_600
/** The most rows of a statement. */
const BATCH_SIZE = 1_000

/** Loads the fees of the payments since a time, in seconds. The transactions of payments are of these two types. */
async function listFees(stripe: Stripe, gte: number, signal: AbortSignal | undefined): Promise<(typeof stripeFees.$inferSelect)[]> {
  const fees = []
  for await (const transaction of stripe.balanceTransactions.list({ created: { gte }, limit: 100 })) {
    signal?.throwIfAborted()
    const { type, source, fee: amount, currency, created } = transaction
    const charge_id = idOf(source)
    if ((type === 'charge' || type === 'payment') && charge_id !== null)
      fees.push({ charge_id, amount, currency, created: dateFromSeconds(created) })
  }
  return fees
}

/** Records the fees of the payments since the newest recorded one. Records none with a key that may not read them. */
export async function recordFees({ stripe, db, log }: Pick<Payments, 'stripe' | 'db' | 'log'>, signal: AbortSignal | undefined) {
  const [newest] = await db.select({ created: max(stripeFees.created) }).from(stripeFees)
  const gte = newest?.created ? Math.floor(newest.created.getTime() / 1000) - OVERLAP_S : 0
  try {
    const fees = await listFees(stripe, gte, signal)
    // In one transaction, because Stripe lists the newest first, from which the next run continues.
    await db.transaction(async (tx) => {
      for (let from = 0; from < fees.length; from += BATCH_SIZE)
        await tx
          .insert(stripeFees)
          .values(fees.slice(from, from + BATCH_SIZE))
          .onConflictDoNothing()
    })
  } catch (err) {
    if (!(err instanceof Stripe.errors.StripePermissionError)) throw err
    log.warn({ err }, 'the key of Stripe may not read balance transactions, so the figures have no fees')
  }
}
