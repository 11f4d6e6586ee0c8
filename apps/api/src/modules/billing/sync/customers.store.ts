import { and, eq, inArray, isNotNull, isNull, lte, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { charges } from '../charges.table.ts'
import { checkouts } from '../checkouts.table.ts'
import { billingCustomers, formerCustomers } from '../customers.table.ts'
import { ENTITLEMENTS_CHANGED } from '../grants.store.ts'
import { purchases } from '../purchases.table.ts'
import { isOwn, UNKNOWN_ACCOUNT } from '../stripe-origin.ts'
import { subscriptions } from '../subscriptions.table.ts'
import type { ConnectedAccount } from './connect-stripe.ts'
import { paidTwice } from './paid-twice.ts'
import type { Truth } from './read-customer.ts'

export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Any number that nothing else locks with; beside it stands the customer. */
const CUSTOMER_LOCK = 7_867_001

/** Locks the customer until the transaction ends. @returns the time from which on Stripe is read. */
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
  const [row] = await tx
    .select()
    .from(billingCustomers)
    .where(and(eq(billingCustomers.account_id, account_id), isOwn(billingCustomers)))
  return row
}

/** How many customers an account gave up: the next one must not be taken for one of them. */
export async function countFormer(tx: Tx | Db, account_id: string): Promise<number> {
  return await tx.$count(formerCustomers, eq(formerCustomers.account_id, account_id))
}

type Binding = { customer_id: string; account_id: string } & ConnectedAccount

/** Makes room for a customer of the connected Stripe account: the one of another account or mode is kept as a former one. */
async function releaseForeignCustomer(tx: Tx | Db, account_id: string): Promise<void> {
  const released = await tx
    .delete(billingCustomers)
    .where(and(eq(billingCustomers.account_id, account_id), not(isOwn(billingCustomers))))
    .returning()
  for (const { customer_id, stripe_account, livemode, synced_at } of released) {
    const former = { customer_id, account_id, stripe_account, livemode, synced_at, deleted_at: sql`now()` }
    await tx.insert(formerCustomers).values(former).onConflictDoNothing()
  }
}

/**
 * Binds a customer to its account. A customer of another Stripe account or mode gives its place up; beside one of the same it is kept as
 * a former one, for what it may have paid.
 */
export async function bindCustomer(db: Tx | Db, binding: Binding): Promise<void> {
  const { customer_id, account_id } = binding
  await db.transaction(async (tx) => {
    await releaseForeignCustomer(tx, account_id)
    const bound = await tx.insert(billingCustomers).values(binding).onConflictDoNothing().returning()
    if (bound.length > 0) await tx.delete(formerCustomers).where(eq(formerCustomers.customer_id, customer_id))
    if (bound.length > 0 || (await accountOfCustomer(tx, customer_id)) !== undefined) return
    await tx
      .insert(formerCustomers)
      .values({ ...binding, deleted_at: sql`now()` })
      .onConflictDoNothing()
  })
}

/** Whether a customer was bound before origins were kept, and not compared with Stripe since. */
export async function hasNoOrigin(tx: Tx, customer_id: string): Promise<boolean> {
  const found = await tx
    .select({ livemode: billingCustomers.livemode })
    .from(billingCustomers)
    .where(eq(billingCustomers.customer_id, customer_id))
    .unionAll(tx.select({ livemode: formerCustomers.livemode }).from(formerCustomers).where(eq(formerCustomers.customer_id, customer_id)))
  return found.some(({ livemode }) => livemode === null)
}

/** What is recorded of a customer and not over. Found by the account, which is indexed. */
export async function knownOf(
  tx: Tx,
  { account_id, customer_id }: Pick<Owner, 'account_id' | 'customer_id'>,
): Promise<{ sessions: string[]; subscriptions: string[]; revoked: Map<string, Date> }> {
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
  const taken = await tx
    .select({ id: purchases.id, revoked_at: purchases.revoked_at })
    .from(purchases)
    .where(and(eq(purchases.account_id, account_id), isNotNull(purchases.revoked_at)))
    .unionAll(
      tx
        .select({ id: subscriptions.id, revoked_at: subscriptions.revoked_at })
        .from(subscriptions)
        .where(and(eq(subscriptions.account_id, account_id), isNotNull(subscriptions.revoked_at))),
    )
  const revoked = new Map(taken.flatMap(({ id, revoked_at }) => (revoked_at === null ? [] : [[id, revoked_at] as const])))
  return { sessions: sessions.map(({ id }) => id), subscriptions: running.map(({ id }) => id), revoked }
}

/** A checkout with what an operator must look at. */
type Troubled = { session_id: string; problem: string }

type Owner = { account_id: string; customer_id: string; synced_at: Date } & ConnectedAccount

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
        // What an operator took back meanwhile stays taken back.
        set: excluded(bought[0], 'id', 'account_id', 'revoked_at'),
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
  if (truth.paid_after_revoke.length > 0)
    await tx.update(subscriptions).set({ revoked_at: null }).where(inArray(subscriptions.id, truth.paid_after_revoke))
  await saveCharges(tx, owner, truth)
  const problems = await writeCheckouts(tx, owner, truth)
  await closeUnknown(tx, owner, truth)
  await markUnknown(tx, owner, truth)
  await writeCustomer(tx, owner, truth)
  await tx.execute(sql`select pg_notify(${ENTITLEMENTS_CHANGED}, ${account_id})`)
  return problems
}

/** Saves the charges, and removes one that turned out to have paid a purchase: its checkout was not complete at the sync before. */
async function saveCharges(tx: Tx, owner: Owner, truth: Truth): Promise<void> {
  const ofPurchases = truth.purchases.flatMap(({ charge_id }) => charge_id ?? [])
  if (ofPurchases.length > 0) await tx.delete(charges).where(inArray(charges.id, ofPurchases))
  const rows = truth.charges.map((charge) => ({ ...charge, ...owner }))
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

/** A checkout that Stripe does not know can never be paid; left open it would be offered and awaited forever. */
async function closeUnknown(tx: Tx, { account_id, synced_at }: Owner, { unknown_sessions }: Truth): Promise<void> {
  if (unknown_sessions.length === 0) return
  const isUnsettled = inArray(checkouts.status, ['open', 'settling'])
  await tx
    .update(checkouts)
    .set({ status: 'expired', url: null, settled_at: synced_at, synced_at })
    .where(and(eq(checkouts.account_id, account_id), inArray(checkouts.session_id, unknown_sessions), isUnsettled))
}

/** Marks what was recorded before origins were kept and is not known to the connected account: it opens nothing from now on. */
async function markUnknown(tx: Tx, { account_id }: Owner, { unknown_sessions, unknown_subscriptions }: Truth): Promise<void> {
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

async function writeCustomer(tx: Tx, owner: Owner, truth: Truth): Promise<void> {
  const { account_id, customer_id, synced_at, stripe_account, livemode } = owner
  const origin = truth.unknown ? { stripe_account: UNKNOWN_ACCOUNT, livemode: null } : { stripe_account, livemode }
  if (truth.deleted) {
    await tx.delete(billingCustomers).where(eq(billingCustomers.customer_id, customer_id))
    await tx
      .insert(formerCustomers)
      .values({ customer_id, account_id, deleted_at: synced_at, synced_at, ...origin })
      .onConflictDoUpdate({ target: formerCustomers.customer_id, set: { synced_at, ...origin } })
    return
  }
  const mine = eq(billingCustomers.customer_id, customer_id)
  await tx
    .update(billingCustomers)
    .set({ synced_at, ...origin })
    .where(mine)
  await tx
    .update(formerCustomers)
    .set({ synced_at, ...origin })
    .where(eq(formerCustomers.customer_id, customer_id))
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
