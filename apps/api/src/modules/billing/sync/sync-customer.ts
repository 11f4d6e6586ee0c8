import type { FastifyBaseLogger } from 'fastify'
import type Stripe from 'stripe'
import type { ConnectedAccount } from './connect-stripe.ts'
import { accountOfCustomer, bindCustomer, hasNoOrigin, knownOf, lockCustomer, type Tx, writeTruth } from './customers.store.ts'
import { recordEndedStudios } from './ended-studios.store.ts'
import { forgetFailedLook, hasFailedBefore, isDismissed } from './failed-looks.store.ts'
import { isMissing } from './is-missing.ts'
import { ourMetadata } from './our-metadata.ts'
import { readCustomer } from './read-customer.ts'
import { claimEvents, claimWaiting, type EventHint } from './stripe-events.store.ts'

/** A Stripe customer without an account. It was created by hand, or another business shares the Stripe account: an operator must decide. */
export class UnmatchedCustomer extends Error {
  override name = 'UnmatchedCustomer'
}

export type SyncTools = {
  stripe: Stripe
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Ids of prices that configuration names as the Studio's. */
  studioPrices: readonly string[]
  /** Whether a refunded or lost month ends the Studio. */
  endsRefundedStudio: boolean
  /** The Stripe account and mode that is asked. @throws what the SDK throws while it is not known and Stripe cannot be asked. */
  connected: () => Promise<ConnectedAccount>
}

export type SyncOptions = {
  /** The events that led here. */
  events?: readonly EventHint[]
  /** Syncs even if all the events were applied before. */
  unconditional?: boolean
  maybeDeleted?: boolean
}

/**
 * The account that a customer belongs to; undefined for one who is nobody's. One that is not bound here, but was made by this academy, is
 * bound again: after a database was put back to yesterday, today's buyers are found.
 */
async function ownerOf(
  tx: Tx,
  { stripe, origin }: { stripe: Stripe; origin: ConnectedAccount },
  customer_id: string,
): Promise<string | undefined> {
  const bound = await accountOfCustomer(tx, customer_id)
  if (bound !== undefined) return bound
  const customer = await stripe.customers.retrieve(customer_id).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  const account_id = customer && !customer.deleted ? ourMetadata.safeParse(customer.metadata).data?.account_id : undefined
  if (account_id !== undefined) await bindCustomer(tx, { customer_id, account_id, ...origin })
  return account_id
}

/**
 * Records everything that Stripe knows of a customer, as it is now, within a transaction: in it the customer is locked, and the events
 * that led here, or wait since another look failed, are claimed. Events are only hints, so their order and number do not matter; events
 * that were all applied before ask nothing of Stripe. @returns `dismissed` for a customer who is nobody's, if an operator knows.
 * @throws UnmatchedCustomer if none does.
 */
export async function syncCustomer(
  tx: Tx,
  { stripe, log, studioPrices, endsRefundedStudio, connected }: SyncTools,
  customer_id: string,
  { events = [], unconditional = events.length === 0, maybeDeleted = false }: SyncOptions = {},
): Promise<'done' | 'dismissed'> {
  const origin = await connected()
  const synced_at = await lockCustomer(tx, customer_id)
  const account_id = await ownerOf(tx, { stripe, origin }, customer_id)
  if (account_id === undefined) {
    if (!(await isDismissed(tx, customer_id))) throw new UnmatchedCustomer(`No account pays as ${customer_id}.`)
    await claimEvents(tx, events, { customer_id, account_id: null })
    await claimWaiting(tx, { customer_id, account_id: null })
    return 'dismissed'
  }
  const concerned = { customer_id, account_id }
  const claimed = await claimEvents(tx, events, concerned)
  const isRepeated = await hasFailedBefore(tx, customer_id)
  if (claimed.length === 0 && !isRepeated && !unconditional) return 'done'
  if (isRepeated) await claimWaiting(tx, concerned)
  const truth = await readCustomer(stripe, {
    account_id,
    customer_id,
    studioPrices,
    endsRefundedStudio,
    known: await knownOf(tx, { account_id, customer_id }),
    hasNoOrigin: await hasNoOrigin(tx, customer_id),
    maybeDeleted: maybeDeleted || events.some(({ type }) => type === 'customer.deleted'),
  })
  const problems = await writeTruth(tx, { account_id, customer_id, synced_at, ...origin }, truth)
  if (isRepeated) await forgetFailedLook(tx, customer_id, synced_at)
  for (const { why, details } of await recordEndedStudios(tx, account_id, truth.ended_studios))
    log.warn({ account_id, customer_id, why, ...details }, 'cancelled a Studio whose money went back or never came')
  for (const subscription of truth.paid_after_revoke)
    log.warn({ account_id, customer_id, subscription }, 'kept a revoked Studio: a month was paid for before it could be cancelled')
  for (const problem of problems) log.error({ account_id, customer_id, ...problem }, 'something was paid twice: give it back')
  return 'done'
}
