import type { FastifyBaseLogger } from 'fastify'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import type { Tx } from '../../../database/open-database.ts'
import { deleteFailedSync, isDismissed, lastFailure, queueSync } from '../facts/failed-syncs.store.ts'
import { type RefusedRefund, recordRefusedRefunds } from '../facts/guarantee.store.ts'
import type { ConnectedAccount } from './connect-stripe.ts'
import { accountOfCustomer, bindCustomer, hasNoOrigin, lockCustomer } from './customers.store.ts'
import type { EndedStudio } from './end-studio.ts'
import { recordEndedStudios } from './ended-studios.store.ts'
import { readCustomer, type StripeSnapshot } from './read-customer.ts'
import { type CheckoutProblem, loadRecordedState, saveSnapshot } from './snapshots.store.ts'
import { claimEvents, claimPendingEvents } from './stripe-events.store.ts'
import { undefinedIfMissing } from './stripe-objects.ts'
import type { Batch } from './sync-queue.ts'
import { type EmailLookup, updateEmail } from './update-email.ts'

/** The metadata of customers that the academy creates at Stripe: the id of the account. */
export const ourMetadata = z.object({ account_id: z.uuid() })

/** A Stripe customer without an account. It was created by hand, or another business shares the Stripe account: an operator must decide. */
export class UnmatchedCustomer extends Error {
  override name = 'UnmatchedCustomer'
}

export type SyncTools = {
  stripe: Stripe
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  config: NonNullable<Config['stripe']>
  /**
   * The connected Stripe account and mode.
   * @throws the SDK's error while these are unknown and Stripe is unreachable.
   */
  connected: () => Promise<ConnectedAccount>
  emailOf: EmailLookup
}

/**
 * Returns the account of a customer; undefined for an unmatched one. Binds a customer again that the academy created and a restored
 * database does not know.
 */
async function ownerOf(
  tx: Tx,
  { stripe, origin }: { stripe: Stripe; origin: ConnectedAccount },
  customer_id: string,
): Promise<string | undefined> {
  const bound = await accountOfCustomer(tx, customer_id)
  if (bound !== undefined) return bound
  const customer = await stripe.customers.retrieve(customer_id).catch(undefinedIfMissing)
  const account_id = customer && !customer.deleted ? ourMetadata.safeParse(customer.metadata).data?.account_id : undefined
  if (account_id !== undefined) await bindCustomer(tx, { customer_id, account_id, ...origin })
  return account_id
}

type SyncEffects = Pick<StripeSnapshot, 'waiting_refunds' | 'paid_after_revoke'> & {
  ended: readonly EndedStudio[]
  refused: readonly RefusedRefund[]
  problems: readonly CheckoutProblem[]
}

/** Logs what a sync did beyond saving facts, and what an operator has to do. */
function reportSync(
  log: SyncTools['log'],
  owner: { customer_id: string; account_id: string },
  { waiting_refunds, paid_after_revoke, ended, refused, problems }: SyncEffects,
): void {
  for (const { purchase_id, why } of waiting_refunds)
    log.warn({ ...owner, purchase: purchase_id, why }, 'a refund under the guarantee waits')
  for (const { why, details } of ended)
    log.warn({ ...owner, why, ...details }, 'cancelled a Studio: its payment was returned or never arrived')
  for (const subscription of paid_after_revoke)
    log.warn({ ...owner, subscription }, 'kept a revoked Studio: a payment succeeded before the cancellation')
  for (const { purchase_id, why } of refused)
    log.error({ ...owner, purchase: purchase_id, why }, 'failed to refund a purchase under the guarantee; its access is back')
  for (const problem of problems) log.error({ ...owner, ...problem }, 'paid twice: refund the second payment')
}

/**
 * Saves everything that Stripe knows of a customer. Locks the customer and claims its events, also those of failed syncs. Events only cause
 * the sync, so their order and number do not matter; if all were applied before, Stripe is not called.
 * Returns `dismissed` for an unmatched customer that an operator dismissed.
 * @throws UnmatchedCustomer for any other unmatched customer.
 */
export async function syncCustomer(
  tx: Tx,
  tools: SyncTools,
  { customer_id, events, unconditional, maybeDeleted }: Batch,
): Promise<'done' | 'dismissed'> {
  const { stripe, log, config } = tools
  const origin = await tools.connected()
  const synced_at = await lockCustomer(tx, customer_id)
  const account_id = await ownerOf(tx, { stripe, origin }, customer_id)
  if (account_id === undefined) {
    if (!(await isDismissed(tx, customer_id))) throw new UnmatchedCustomer(`No account pays as ${customer_id}.`)
    await claimEvents(tx, events, { customer_id, account_id: null })
    await claimPendingEvents(tx, { customer_id, account_id: null })
    return 'dismissed'
  }
  const owner = { customer_id, account_id }
  const claimed = await claimEvents(tx, events, owner)
  const failedAt = await lastFailure(tx, customer_id)
  if (claimed.length === 0 && !failedAt && !unconditional) return 'done'
  const pending = failedAt ? await claimPendingEvents(tx, owner) : []
  const snapshot = await readCustomer(stripe, {
    account_id,
    customer_id,
    config,
    recorded: await loadRecordedState(tx, owner),
    hasNoOrigin: await hasNoOrigin(tx, customer_id),
    maybeDeleted: maybeDeleted || [...events, ...pending].some(({ type }) => type === 'customer.deleted'),
  })
  const problems = await saveSnapshot(tx, { account_id, customer_id, synced_at, ...origin }, snapshot)
  const refused = await recordRefusedRefunds(tx, account_id, snapshot.refused_refunds)
  if (failedAt) await deleteFailedSync(tx, customer_id, failedAt)
  await updateEmail(tx, tools, owner)
  for (const { why } of snapshot.waiting_refunds) await queueSync(tx, { ...owner, error: why })
  const ended = await recordEndedStudios(tx, account_id, snapshot.ended_studios)
  reportSync(log, owner, { ...snapshot, ended, refused, problems })
  return 'done'
}
