import { and, eq, inArray, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../plugins/database.ts'
import { checkouts } from '../checkouts.table.ts'
import { billingCustomers, formerCustomers } from '../customers.table.ts'
import { ENTITLEMENTS_CHANGED } from '../grants.store.ts'
import { purchases } from '../purchases.table.ts'
import { subscriptions } from '../subscriptions.table.ts'
import { paidTwice } from './paid-twice.ts'
import type { Truth } from './read-customer.ts'

export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Any number that nothing else locks with; beside it stands the customer. */
const CUSTOMER_LOCK = 7_867_001

/** Until the transaction ends nobody else writes about this customer. @returns the moment from which on Stripe is asked. */
export async function lockCustomer(tx: Tx, customer_id: string): Promise<Date> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CUSTOMER_LOCK}::int, hashtext(${customer_id}))`)
  const [row] = await tx.execute<{ now: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`)
  if (!row) throw new Error('the database does not know what time it is')
  return new Date(Math.floor(row.now))
}

/** Whose customer this is, or was. */
export async function accountOfCustomer(tx: Tx | Db, customer_id: string): Promise<string | undefined> {
  const rows = await tx
    .select({ account_id: billingCustomers.account_id })
    .from(billingCustomers)
    .where(eq(billingCustomers.customer_id, customer_id))
    .unionAll(
      tx.select({ account_id: formerCustomers.account_id }).from(formerCustomers).where(eq(formerCustomers.customer_id, customer_id)),
    )
  return rows[0]?.account_id
}

/** The customer that an account pays as. */
export async function customerOfAccount(tx: Tx | Db, account_id: string): Promise<typeof billingCustomers.$inferSelect | undefined> {
  const [row] = await tx.select().from(billingCustomers).where(eq(billingCustomers.account_id, account_id))
  return row
}

/** How many customers an account gave up: the next one must not be taken for one of them. */
export async function countFormer(tx: Tx | Db, account_id: string): Promise<number> {
  return await tx.$count(formerCustomers, eq(formerCustomers.account_id, account_id))
}

/** Binds a customer to its account; beside one that the account pays as already it is kept for what it may have paid. */
export async function bindCustomer(tx: Tx | Db, customer_id: string, account_id: string): Promise<void> {
  const bound = await tx.insert(billingCustomers).values({ customer_id, account_id }).onConflictDoNothing().returning()
  if (bound.length > 0 || (await accountOfCustomer(tx, customer_id)) !== undefined) return
  await tx.insert(formerCustomers).values({ customer_id, account_id, deleted_at: sql`now()` }).onConflictDoNothing()
}

/** What is recorded of a customer and not over. Found by the account, which is indexed. */
export async function knownOf(
  tx: Tx,
  { account_id, customer_id }: Omit<Owner, 'synced_at'>,
): Promise<{ sessions: string[]; subscriptions: string[] }> {
  const unsettled = tx
    .select({ id: checkouts.session_id })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.account_id, account_id),
        eq(checkouts.customer_id, customer_id),
        or(eq(checkouts.status, 'open'), eq(checkouts.status, 'settling')),
      ),
    )
  const sessions = await tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.account_id, account_id), eq(purchases.customer_id, customer_id)))
    .union(unsettled)
  const running = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.account_id, account_id),
        eq(subscriptions.customer_id, customer_id),
        notInArray(subscriptions.status, ['canceled', 'incomplete_expired']),
      ),
    )
  return { sessions: sessions.map(({ id }) => id), subscriptions: running.map(({ id }) => id) }
}

/** A checkout with what an operator must look at. */
type Troubled = { session_id: string; problem: string }

type Owner = { account_id: string; customer_id: string; synced_at: Date }

/** Every column of a row anew, except those that never change, in an upsert of many rows. */
const excluded = <T extends Record<string, unknown>>(row: T, ...fixed: (keyof T)[]): { [K in keyof T]?: SQL } =>
  Object.fromEntries(
    Object.keys(row)
      .filter((name) => !fixed.includes(name))
      .map((name) => [name, sql`excluded.${sql.identifier(name)}`]),
  ) as { [K in keyof T]?: SQL }

/**
 * Writes what Stripe told, in the transaction that holds the customer's lock; what was told later is never overwritten. Every instance
 * hears that the account may open something else now. @returns the problems that were not known before.
 */
export async function writeTruth(tx: Tx, owner: Owner, truth: Truth): Promise<Troubled[]> {
  const { account_id, synced_at } = owner
  const bought = truth.purchases.map((purchase) => ({ ...purchase, ...owner }))
  if (bought[0])
    await tx
      .insert(purchases)
      .values(bought)
      .onConflictDoUpdate({
        target: purchases.id,
        set: excluded(bought[0], 'id', 'account_id'),
        setWhere: lte(purchases.synced_at, synced_at),
      })
  const subscribed = truth.subscriptions.map((subscription) => ({ ...subscription, ...owner }))
  if (subscribed[0])
    await tx
      .insert(subscriptions)
      .values(subscribed)
      .onConflictDoUpdate({
        target: subscriptions.id,
        set: excluded(subscribed[0], 'id', 'account_id'),
        setWhere: lte(subscriptions.synced_at, synced_at),
      })
  const problems = await writeCheckouts(tx, owner, truth)
  await closeUnknown(tx, owner, truth)
  await writeCustomer(tx, owner, truth)
  await tx.execute(sql`select pg_notify(${ENTITLEMENTS_CHANGED}, ${account_id})`)
  return problems
}

async function writeCheckouts(tx: Tx, owner: Owner, truth: Truth): Promise<Troubled[]> {
  const problems = paidTwice(truth)
  const rows = truth.checkouts.map(({ subscription_id: _, ...checkout }) => ({
    ...checkout,
    ...owner,
    problem: problems.get(checkout.session_id) ?? null,
    settled_at: checkout.status === 'open' || checkout.status === 'settling' ? null : owner.synced_at,
  }))
  if (!rows[0]) return []
  const troubled = rows.flatMap(({ session_id, problem }) => (problem === null ? [] : [{ session_id, problem }]))
  const news = await problemsUnknownAmong(tx, troubled)
  await tx
    .insert(checkouts)
    .values(rows)
    .onConflictDoUpdate({
      target: checkouts.session_id,
      set: {
        ...excluded(rows[0], 'session_id', 'account_id'),
        settled_at: sql`case when excluded.settled_at is not null then coalesce(${checkouts.settled_at}, excluded.settled_at) end`,
      },
      setWhere: lte(checkouts.synced_at, owner.synced_at),
    })
  return news
}

async function problemsUnknownAmong(tx: Tx, troubled: Troubled[]): Promise<Troubled[]> {
  if (troubled.length === 0) return []
  const ids = troubled.map(({ session_id }) => session_id)
  const known = await tx
    .select({ session_id: checkouts.session_id, problem: checkouts.problem })
    .from(checkouts)
    .where(inArray(checkouts.session_id, ids))
  return troubled.filter(({ session_id, problem }) => known.every((one) => one.session_id !== session_id || one.problem !== problem))
}

/** Nobody can pay on a page that Stripe does not know; left open it would be handed out, or waited for, for ever. */
async function closeUnknown(tx: Tx, { account_id, synced_at }: Owner, { unknown_sessions }: Truth): Promise<void> {
  if (unknown_sessions.length === 0) return
  const isUnsettled = inArray(checkouts.status, ['open', 'settling'])
  await tx
    .update(checkouts)
    .set({ status: 'expired', url: null, settled_at: synced_at, synced_at })
    .where(and(eq(checkouts.account_id, account_id), inArray(checkouts.session_id, unknown_sessions), isUnsettled))
}

async function writeCustomer(tx: Tx, { account_id, customer_id, synced_at }: Owner, truth: Truth): Promise<void> {
  if (truth.deleted) {
    await tx.delete(billingCustomers).where(eq(billingCustomers.customer_id, customer_id))
    await tx
      .insert(formerCustomers)
      .values({ customer_id, account_id, deleted_at: synced_at, synced_at })
      .onConflictDoUpdate({ target: formerCustomers.customer_id, set: { synced_at } })
    return
  }
  const mine = eq(billingCustomers.customer_id, customer_id)
  await tx.update(billingCustomers).set({ synced_at }).where(mine)
  await tx.update(formerCustomers).set({ synced_at }).where(eq(formerCustomers.customer_id, customer_id))
  // A Studio that an operator made by hand is something to manage as well.
  const completed =
    truth.checkouts.some(({ status }) => status === 'paid' || status === 'settling') ||
    truth.subscriptions.some(({ status }) => !status.startsWith('incomplete'))
  if (completed)
    await tx
      .update(billingCustomers)
      .set({ checkout_completed_at: synced_at })
      .where(and(mine, isNull(billingCustomers.checkout_completed_at)))
}
