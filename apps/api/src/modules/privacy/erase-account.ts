import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import type { Db } from '../../database/open-database.ts'
import { unsettledCheckouts } from '../billing/checkout/checkouts.store.ts'
import { customersOf } from '../billing/payments.store.ts'
import { isMissing } from '../billing/sync/is-missing.ts'
import { eraseRecords, finishErasure, type Order, obstacleOf } from './privacy.store.ts'

export type ErasureTools = {
  db: Db
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  /** Undefined without a Stripe account. `sync` records what Stripe knows of a customer now. */
  payments: { stripe: Stripe; sync: (customer_id: string) => Promise<unknown> } | undefined
  /** Does nothing for an account that the provider does not know. @throws when the provider fails. */
  deleteUser: (account_id: string) => Promise<void>
}

export type ErasureRefusal = 'subscription_running' | 'payment_pending' | 'payments_unavailable'
export type ErasureOutcome = { erased: true } | { erased: false; code: ErasureRefusal; message: string }

const MESSAGES: Record<ErasureRefusal, string> = {
  subscription_running:
    'A subscription of this account renews by itself. End it first under Settings, Pricing & Plans, Manage plan; then the account can be deleted.',
  payment_pending: 'A payment of this account is still on its way. Delete the account when it has arrived, or was refused.',
  payments_unavailable:
    'This account has paid, and the payment provider is not connected: what it knows of the account cannot be ended at the moment.',
}

const refused = (code: ErasureRefusal): ErasureOutcome => ({ erased: false, code, message: MESSAGES[code] })

/** Expires a checkout. @returns whether it was paid at the same moment. */
async function closedMeanwhile(stripe: Stripe, session_id: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(session_id)
    return false
  } catch (error) {
    if (isMissing(error)) return false
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return (await stripe.checkout.sessions.retrieve(session_id)).status === 'complete'
  }
}

/** Ends what Stripe knows of the account: its open pages, its customers with their means of payment. Invoices stay there, by law. */
async function endAtStripe({ db, payments }: ErasureTools, account_id: string): Promise<ErasureRefusal | undefined> {
  const customers = await customersOf(db, account_id)
  if (customers.length === 0) return undefined
  if (!payments) return 'payments_unavailable'
  const { stripe, sync } = payments
  for (const customer of customers) await sync(customer)
  const obstacle = await obstacleOf(db, account_id)
  if (obstacle) return obstacle
  for (const { session_id } of await unsettledCheckouts(db, account_id)) {
    if (await closedMeanwhile(stripe, session_id)) return 'payment_pending'
  }
  for (const customer of customers) {
    await stripe.customers.del(customer).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  }
  return undefined
}

/**
 * Erases an account for good: at Stripe, then here, then at the auth provider. Whatever fails before the academy's own transaction leaves
 * the account as it is, to be tried again; what fails after it is repeated by `eraseLeftovers` until it is done.
 * @throws what Stripe's SDK throws while Stripe cannot be asked; what the driver throws without a database.
 */
export async function eraseAccount(tools: ErasureTools, order: Order): Promise<ErasureOutcome> {
  const obstacle = await endAtStripe(tools, order.account_id)
  if (obstacle) return refused(obstacle)
  await eraseRecords(tools.db, order)
  await finish(tools, order.account_id)
  return { erased: true }
}

/** Asks the auth provider to forget an account that is erased here. Never throws: the next look repeats it. */
export async function finish({ db, log, deleteUser }: ErasureTools, account_id: string): Promise<void> {
  try {
    await deleteUser(account_id)
    await finishErasure(db, account_id)
    log.info({ account_id }, 'an account was erased')
  } catch (err) {
    log.error({ err, account_id }, 'an erased account is still known to the auth provider; it will be asked again')
  }
}
