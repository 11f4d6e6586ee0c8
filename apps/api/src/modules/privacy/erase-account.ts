import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import type { Db } from '../../database/open-database.ts'
import { unsettledCheckouts } from '../billing/checkout/checkouts.store.ts'
import { customersOf } from '../billing/facts/payments.store.ts'
import { isMissing } from '../billing/stripe/stripe-objects.ts'
import { blockingReason, type ErasureOrder, eraseRecords, finishErasure } from './privacy.store.ts'

export type ErasureTools = {
  db: Db
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  /** Undefined without a Stripe account. `sync` syncs a customer with Stripe. */
  payments: { stripe: Stripe; sync: (customer_id: string) => Promise<unknown> } | undefined
  /**
   * Deletes the user at the auth provider, if it exists.
   * @throws when the provider fails.
   */
  deleteUser: (account_id: string) => Promise<void>
}

export type ErasureRefusal = 'subscription_running' | 'payment_pending' | 'payments_unavailable'
type ErasureOutcome = { erased: true } | { erased: false; code: ErasureRefusal; message: string }

const MESSAGES: Record<ErasureRefusal, string> = {
  subscription_running:
    'A subscription of this account still renews. Cancel it under Settings, Pricing & Plans, Manage plan, then delete the account.',
  payment_pending: 'A payment or a refund of this account is still processing. Delete the account when it is complete.',
  payments_unavailable:
    'This account has payments, and the payment provider is not connected. The account cannot be deleted at the moment.',
}

const refused = (code: ErasureRefusal): ErasureOutcome => ({ erased: false, code, message: MESSAGES[code] })

/** Expires a checkout. Returns whether it was paid at the same moment. */
async function wasPaidMeanwhile(stripe: Stripe, session_id: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(session_id)
    return false
  } catch (error) {
    if (isMissing(error)) return false
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return (await stripe.checkout.sessions.retrieve(session_id)).status === 'complete'
  }
}

/** Expires open checkouts and deletes the customers with their payment methods. Stripe keeps invoices, as the law requires. */
async function endAtStripe({ db, payments }: ErasureTools, account_id: string, signal?: AbortSignal): Promise<ErasureRefusal | undefined> {
  const customers = await customersOf(db, account_id)
  if (customers.length === 0) return undefined
  if (!payments) return 'payments_unavailable'
  const { stripe, sync } = payments
  for (const customer of customers) await sync(customer)
  const reason = await blockingReason(db, account_id)
  if (reason) return reason
  for (const { session_id } of await unsettledCheckouts(db, account_id)) {
    signal?.throwIfAborted()
    if (await wasPaidMeanwhile(stripe, session_id)) return 'payment_pending'
  }
  for (const customer of customers) {
    signal?.throwIfAborted()
    await stripe.customers.del(customer).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  }
  return undefined
}

/** Runs the calls to Stripe, and may limit their time. An aborted signal stops them before the next step. */
type StripeRunner = <T>(work: (signal?: AbortSignal) => Promise<T>) => Promise<T>

/**
 * Erases an account at Stripe, in the database and at the auth provider. A failure before the database transaction leaves the account
 * unchanged. `runStripe` covers no later step, so that its failure never reports an erasure that goes on. A failure at the auth provider
 * is retried at intervals.
 * @throws the error of `runStripe` while Stripe is unreachable; the driver's error without a database.
 */
export async function eraseAccount(
  tools: ErasureTools,
  order: ErasureOrder,
  runStripe: StripeRunner = (work) => work(),
): Promise<ErasureOutcome> {
  const reason = await runStripe((signal) => endAtStripe(tools, order.account_id, signal))
  if (reason) return refused(reason)
  await eraseRecords(tools.db, order)
  await deleteAtProvider(tools, order.account_id)
  return { erased: true }
}

/** Deletes an erased account at the auth provider. Never throws: every instance retries it. */
export async function deleteAtProvider({ db, log, deleteUser }: ErasureTools, account_id: string): Promise<void> {
  try {
    await deleteUser(account_id)
    await finishErasure(db, account_id)
    log.info({ account_id }, 'erased an account')
  } catch (err) {
    log.error({ err, account_id }, 'failed to delete an erased account at the auth provider; retrying')
  }
}
