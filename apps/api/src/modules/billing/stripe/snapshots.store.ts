import { OVER_STATUSES } from '@academy/catalog'
import { and, eq, inArray, isNotNull, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../database/open-database.ts'
import { charges } from '../facts/charges.table.ts'
import { checkouts } from '../facts/checkouts.table.ts'
import { billingCustomers, formerCustomers } from '../facts/customers.table.ts'
import { notifyEntitlementsChanged, notifySeatHolders } from '../facts/grants.store.ts'
import { purchases } from '../facts/purchases.table.ts'
import { UNKNOWN_ACCOUNT } from '../facts/stripe-origin.ts'
import { subscriptions } from '../facts/subscriptions.table.ts'
import type { ConnectedAccount } from './connect-stripe.ts'
import { findDuplicatePayments } from './duplicate-payments.ts'
import type { StripeSnapshot } from './read-customer.ts'

const withDates = (rows: { id: string; at: Date | null }[]): Map<string, Date> =>
  new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])))

/** Loads the recorded facts of a customer that its next sync needs. Selects by account, which has the index. */
export async function loadRecordedState(tx: Tx, { account_id, customer_id }: Pick<Owner, 'account_id' | 'customer_id'>) {
  const isOfCustomer = (table: typeof purchases | typeof subscriptions | typeof checkouts) =>
    and(eq(table.account_id, account_id), eq(table.customer_id, customer_id))
  const unsettled = await tx
    .select({ id: checkouts.session_id })
    .from(checkouts)
    .where(and(isOfCustomer(checkouts), inArray(checkouts.status, ['open', 'settling'])))
  const bought = await tx
    .select({ id: purchases.id, at: purchases.refund_requested_at, refund_seats: purchases.refund_seats })
    .from(purchases)
    .where(isOfCustomer(purchases))
  const running = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isOfCustomer(subscriptions), notInArray(subscriptions.status, [...OVER_STATUSES])))
  const revoked = await tx
    .select({ id: purchases.id, at: purchases.revoked_at })
    .from(purchases)
    .where(and(eq(purchases.account_id, account_id), isNotNull(purchases.revoked_at)))
    .unionAll(
      tx
        .select({ id: subscriptions.id, at: subscriptions.revoked_at })
        .from(subscriptions)
        .where(and(eq(subscriptions.account_id, account_id), isNotNull(subscriptions.revoked_at))),
    )
  return {
    sessions: [...new Set([...bought, ...unsettled].map(({ id }) => id))],
    subscriptions: running.map(({ id }) => id),
    revoked: withDates(revoked),
    refundRequests: withDates(bought),
    refundSeats: new Map(bought.map(({ id, refund_seats }) => [id, refund_seats])),
  }
}

/** A checkout with a problem that an operator must resolve. */
export type CheckoutProblem = { session_id: string; problem: string }

type Owner = { account_id: string; customer_id: string; synced_at: Date } & ConnectedAccount

/** Returns the SET part of an upsert of many rows: every column except the fixed ones. */
const excluded = <T extends Record<string, unknown>>(row: T, ...fixed: (keyof T)[]): { [K in keyof T]?: SQL } =>
  Object.fromEntries(
    Object.keys(row)
      .filter((name) => !fixed.includes(name))
      .map((name) => [name, sql`excluded.${sql.identifier(name)}`]),
  ) as { [K in keyof T]?: SQL }

/**
 * Saves the snapshot in the transaction that holds the customer's lock, without overwriting a newer one. Notifies every instance of changed
 * entitlements. Returns the new problems.
 */
export async function saveSnapshot(tx: Tx, owner: Owner, snapshot: StripeSnapshot): Promise<CheckoutProblem[]> {
  const { account_id, synced_at } = owner
  const bought = snapshot.purchases.map((purchase) => ({ ...purchase, ...owner }))
  if (bought[0])
    await tx
      .insert(purchases)
      .values(bought)
      .onConflictDoUpdate({
        target: purchases.id,
        // A sync must not undo an operator's revocation, or a request for a refund that came meanwhile.
        set: excluded(bought[0], 'id', 'account_id', 'revoked_at', 'refund_requested_at', 'refund_seats'),
        setWhere: lte(purchases.synced_at, synced_at),
      })
  const subscribed = snapshot.subscriptions.map((subscription) => ({ ...subscription, ...owner }))
  if (subscribed[0])
    await tx
      .insert(subscriptions)
      .values(subscribed)
      .onConflictDoUpdate({
        target: subscriptions.id,
        set: excluded(subscribed[0], 'id', 'account_id'),
        setWhere: lte(subscriptions.synced_at, synced_at),
      })
  if (snapshot.paid_after_revoke.length > 0)
    await tx.update(subscriptions).set({ revoked_at: null }).where(inArray(subscriptions.id, snapshot.paid_after_revoke))
  await saveCharges(tx, owner, snapshot)
  const problems = await saveCheckouts(tx, owner, snapshot)
  await closeUnknown(tx, owner, snapshot)
  await markUnknown(tx, owner, snapshot)
  await saveCustomer(tx, owner, snapshot)
  await notifyEntitlementsChanged(tx, account_id)
  const withSeats = bought.flatMap(({ id, seats }) => (seats > 0 ? [id] : []))
  if (withSeats.length > 0) await notifySeatHolders(tx, withSeats)
  return problems
}

/** Saves the charges. Deletes a charge that belongs to a purchase whose checkout was incomplete at the last sync. */
async function saveCharges(tx: Tx, owner: Owner, snapshot: StripeSnapshot): Promise<void> {
  const ofPurchases = snapshot.purchases.flatMap(({ charge_id }) => charge_id ?? [])
  if (ofPurchases.length > 0) await tx.delete(charges).where(inArray(charges.id, ofPurchases))
  const rows = snapshot.charges.map((charge) => ({ ...charge, ...owner }))
  if (rows[0])
    await tx
      .insert(charges)
      .values(rows)
      .onConflictDoUpdate({
        target: charges.id,
        set: excluded(rows[0], 'id', 'account_id'),
        setWhere: lte(charges.synced_at, owner.synced_at),
      })
}

async function saveCheckouts(tx: Tx, owner: Owner, snapshot: StripeSnapshot): Promise<CheckoutProblem[]> {
  const problems = findDuplicatePayments(snapshot)
  const rows = snapshot.checkouts.map(({ subscription_id: _, ...checkout }) => ({
    ...checkout,
    ...owner,
    problem: problems.get(checkout.session_id) ?? null,
    settled_at: checkout.status === 'open' || checkout.status === 'settling' ? null : owner.synced_at,
  }))
  if (!rows[0]) return []
  const withProblems = rows.flatMap(({ session_id, problem }) => (problem === null ? [] : [{ session_id, problem }]))
  const newProblems = await filterNewProblems(tx, withProblems)
  await tx
    .insert(checkouts)
    .values(rows)
    .onConflictDoUpdate({
      target: checkouts.session_id,
      set: {
        ...excluded(rows[0], 'session_id', 'account_id'),
        // The time of the current outcome: an invoice can be paid after its first payment failed.
        settled_at: sql`case
          when excluded.settled_at is null or ${checkouts.status} <> excluded.status then excluded.settled_at
          else coalesce(${checkouts.settled_at}, excluded.settled_at) end`,
      },
      setWhere: lte(checkouts.synced_at, owner.synced_at),
    })
  return newProblems
}

async function filterNewProblems(tx: Tx, withProblems: CheckoutProblem[]): Promise<CheckoutProblem[]> {
  if (withProblems.length === 0) return []
  const ids = withProblems.map(({ session_id }) => session_id)
  const recorded = await tx
    .select({ session_id: checkouts.session_id, problem: checkouts.problem })
    .from(checkouts)
    .where(inArray(checkouts.session_id, ids))
  return withProblems.filter(({ session_id, problem }) =>
    recorded.every((checkout) => checkout.session_id !== session_id || checkout.problem !== problem),
  )
}

/** Closes checkouts that Stripe does not know. Left open, they would be offered forever. */
async function closeUnknown(tx: Tx, { account_id, synced_at }: Owner, { unknown_sessions }: StripeSnapshot): Promise<void> {
  if (unknown_sessions.length === 0) return
  const isUnsettled = inArray(checkouts.status, ['open', 'settling'])
  await tx
    .update(checkouts)
    .set({ status: 'expired', url: null, settled_at: synced_at, synced_at })
    .where(and(eq(checkouts.account_id, account_id), inArray(checkouts.session_id, unknown_sessions), isUnsettled))
}

/** Marks facts from before origins were recorded that the connected account does not know. They open nothing from then on. */
async function markUnknown(tx: Tx, { account_id }: Owner, { unknown_sessions, unknown_subscriptions }: StripeSnapshot): Promise<void> {
  const mark = { stripe_account: UNKNOWN_ACCOUNT }
  const isWithoutOrigin = (table: typeof purchases | typeof subscriptions | typeof checkouts) =>
    and(eq(table.account_id, account_id), isNull(table.stripe_account), isNull(table.livemode))
  if (unknown_sessions.length > 0) {
    await tx
      .update(purchases)
      .set(mark)
      .where(and(isWithoutOrigin(purchases), inArray(purchases.id, unknown_sessions)))
    await tx
      .update(checkouts)
      .set(mark)
      .where(and(isWithoutOrigin(checkouts), inArray(checkouts.session_id, unknown_sessions)))
  }
  if (unknown_subscriptions.length > 0)
    await tx
      .update(subscriptions)
      .set(mark)
      .where(and(isWithoutOrigin(subscriptions), inArray(subscriptions.id, unknown_subscriptions)))
}

async function saveCustomer(tx: Tx, owner: Owner, snapshot: StripeSnapshot): Promise<void> {
  const { account_id, customer_id, synced_at, stripe_account, livemode } = owner
  const origin = snapshot.unknown ? { stripe_account: UNKNOWN_ACCOUNT, livemode: null } : { stripe_account, livemode }
  if (snapshot.deleted) {
    await tx.delete(billingCustomers).where(eq(billingCustomers.customer_id, customer_id))
    await tx
      .insert(formerCustomers)
      .values({ customer_id, account_id, deleted_at: synced_at, synced_at, ...origin })
      .onConflictDoUpdate({ target: formerCustomers.customer_id, set: { synced_at, ...origin } })
    return
  }
  const isCustomer = eq(billingCustomers.customer_id, customer_id)
  await tx
    .update(billingCustomers)
    .set({ synced_at, ...origin })
    .where(isCustomer)
  await tx
    .update(formerCustomers)
    .set({ synced_at, ...origin })
    .where(eq(formerCustomers.customer_id, customer_id))
  // A Studio that an operator created by hand needs the billing portal as well.
  const completed =
    snapshot.checkouts.some(({ status }) => status === 'paid' || status === 'settling') ||
    snapshot.subscriptions.some(({ status }) => !status.startsWith('incomplete'))
  if (completed)
    await tx
      .update(billingCustomers)
      .set({ checkout_completed_at: synced_at })
      .where(and(isCustomer, isNull(billingCustomers.checkout_completed_at)))
}
