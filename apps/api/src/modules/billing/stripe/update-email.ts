import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import type { Tx } from '../../../database/open-database.ts'
import { queueSync } from '../facts/failed-syncs.store.ts'
import { undefinedIfMissing } from './stripe-objects.ts'

/** Returns the confirmed email address of an account; none for an erased one. */
export type EmailLookup = (tx: Tx, account_id: string) => Promise<string | null | undefined>

type Tools = { stripe: Stripe; log: Pick<FastifyBaseLogger, 'error'>; emailOf: EmailLookup }

/**
 * Writes the confirmed email address of an account to its Stripe customer, so that invoices go there. Does nothing for an erased account and for
 * a deleted customer. A failure only delays the address: without a refusal of Stripe, the next reconcile run retries.
 */
export async function updateEmail(
  tx: Tx,
  { stripe, log, emailOf }: Tools,
  owner: { customer_id: string; account_id: string },
): Promise<void> {
  const email = await emailOf(tx, owner.account_id)
  if (!email) return
  try {
    const customer = await stripe.customers.retrieve(owner.customer_id).catch(undefinedIfMissing)
    if (!customer || customer.deleted || customer.email === email) return
    await stripe.customers.update(owner.customer_id, { email })
  } catch (err) {
    if (!(err instanceof Stripe.errors.StripeError)) throw err
    log.error({ err, ...owner }, 'failed to update the email address of a customer')
    if (!(err instanceof Stripe.errors.StripeInvalidRequestError))
      await queueSync(tx, { ...owner, error: 'The email address could not be updated at Stripe.' })
  }
}
