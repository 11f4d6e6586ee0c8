import { isPurchaseOffer, OFFER_NAMES, OFFERS, OVER_STATUSES, type Package, STUDIO_GIFT_NAMES, soldPackage } from '@academy/catalog'
import { and, desc, eq, gt, inArray, isNull, lte, ne, notExists, notInArray, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../database/open-database.ts'
import { type AuditedAct, auditLog } from './audit-log.table.ts'
import { charges } from './charges.table.ts'
import { queueSync } from './failed-syncs.store.ts'
import { grants } from './grants.table.ts'
import { purchases } from './purchases.table.ts'
import { seats } from './seats.table.ts'
import { isFromConnectedStripe } from './stripe-origin.ts'
import { subscriptions } from './subscriptions.table.ts'

/** The Postgres channel for changes of entitlements. The message is the account's id. */
export const ENTITLEMENTS_CHANGED = 'entitlements_changed'

/** The message after which every instance drops all cached facts. */
export const EVERY_ACCOUNT = '*'

/** Notifies every instance, when the transaction is committed, that the entitlements of an account changed. */
export const notifyEntitlementsChanged = (tx: Tx, account_id: string) =>
  tx.execute(sql`select pg_notify(${ENTITLEMENTS_CHANGED}, ${account_id})`)

/** Notifies every instance, when the transaction is committed, that the seats of these purchases may have opened or closed. */
export const notifySeatHolders = (tx: Tx, purchaseIds: readonly string[]) =>
  tx.execute(sql`select pg_notify(${ENTITLEMENTS_CHANGED}, account_id::text) from ${seats}
    where purchase_id = any(${sql.param([...purchaseIds])}::text[]) and account_id is not null`)

export type RecordedGrant = typeof grants.$inferSelect

type Target = { account_id: string; package: Package }

const isCurrentGrant = (target: Target) =>
  and(eq(grants.account_id, target.account_id), eq(grants.package, target.package), isNull(grants.revoked_at))

/** Writes the audit log and notifies every instance, in the transaction of the change. */
async function recordGrantChange(
  tx: Tx,
  what: AuditedAct,
  who: string,
  reason: string,
  { id, account_id, ...grant }: RecordedGrant,
): Promise<void> {
  const details = { grant_id: id, package: grant.package, expires_at: grant.expires_at?.toISOString() ?? null }
  await tx.insert(auditLog).values({ who, what, account_id, reason, details })
  await notifyEntitlementsChanged(tx, account_id)
}

/** Inserts a grant. Returns undefined if the account already has a grant of this package that has not expired. */
export async function insertGrant(
  db: Db,
  grant: Target & Pick<RecordedGrant, 'reason' | 'granted_by' | 'expires_at'>,
): Promise<RecordedGrant | undefined> {
  return await db.transaction(async (tx) => {
    // An expired grant makes room for the new one.
    await tx
      .update(grants)
      .set({ revoked_at: sql`now()`, revoked_by: grant.granted_by, revoke_reason: 'It had expired, and another grant replaced it.' })
      .where(and(isCurrentGrant(grant), lte(grants.expires_at, sql`now()`)))
    const [inserted] = await tx
      .insert(grants)
      .values(grant)
      .onConflictDoNothing({ target: [grants.account_id, grants.package], where: isNull(grants.revoked_at) })
      .returning()
    if (inserted) await recordGrantChange(tx, 'grant', grant.granted_by, grant.reason, inserted)
    return inserted
  })
}

type Revocation = { revoked_by: string; revoke_reason: string }
/** What an operator revoked: the grant, and the purchases and subscriptions that cost nothing. */
export type Revoked = Awaited<ReturnType<typeof revokeWithoutMoney>>

async function revokeGrant(tx: Tx, target: Target, revocation: Revocation): Promise<RecordedGrant | undefined> {
  const [revoked] = await tx
    .update(grants)
    .set({ revoked_at: sql`now()`, ...revocation })
    .where(and(isCurrentGrant(target), or(isNull(grants.expires_at), gt(grants.expires_at, sql`now()`))))
    .returning()
  if (revoked) await recordGrantChange(tx, 'revoke', revocation.revoked_by, revocation.revoke_reason, revoked)
  return revoked
}

/** Returns the offers whose purchase opens a package. */
const offersOf = (name: Package) =>
  [...OFFER_NAMES.filter(isPurchaseOffer), ...STUDIO_GIFT_NAMES].filter((offer) => soldPackage(offer) === name)

/**
 * Writes revoked purchases or subscriptions to the audit log, with details of each, and notifies every instance. Queues syncs of the customers,
 * which cancel the Studios at Stripe.
 */
async function recordRevoked<Row extends { customer_id: string }>(
  tx: Tx,
  { account_id, package: name }: Target,
  { revoked_by: who, revoke_reason: reason }: Revocation,
  revoked: readonly Row[],
  detailsOf: (row: Row) => Record<string, string | null>,
): Promise<void> {
  if (revoked.length === 0) return
  const entries = revoked.map((row) => ({
    who,
    what: 'revoke' as const,
    account_id,
    reason,
    details: { package: name, ...detailsOf(row) },
  }))
  await tx.insert(auditLog).values(entries)
  const error = 'A free purchase was revoked, and its Studio has to be cancelled at Stripe.'
  for (const { customer_id } of revoked) await queueSync(tx, { customer_id, account_id, error })
  await notifyEntitlementsChanged(tx, account_id)
}

/** Revokes the purchases of a package that a promotion code made free. The next sync of the customer cancels the Studio of a bundle. */
async function revokeFreePurchases(tx: Tx, target: Target, revocation: Revocation) {
  const isFree = and(eq(purchases.amount, 0), isNull(purchases.revoked_at))
  const revoked = await tx
    .update(purchases)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(purchases.account_id, target.account_id), inArray(purchases.offer, offersOf(target.package)), isFree))
    .returning({ id: purchases.id, customer_id: purchases.customer_id, subscription_id: purchases.subscription_id })
  await recordRevoked(tx, target, revocation, revoked, ({ id, subscription_id }) => ({ checkout: id, subscription: subscription_id }))
  if (revoked.length > 0)
    await notifySeatHolders(
      tx,
      revoked.map(({ id }) => id),
    )
  return revoked
}

/** Revokes subscriptions that came without a bundle and never cost anything. The next sync of the customer cancels them at Stripe. */
async function revokeFreeStudios(tx: Tx, target: Target, revocation: Revocation) {
  if (target.package !== OFFERS.studio.unlocks) return []
  const { id } = subscriptions
  const isOwn = (table: typeof charges | typeof purchases) => eq(table.account_id, target.account_id)
  const isFree = and(
    ne(subscriptions.payment, 'processing'),
    notExists(
      tx
        .select()
        .from(charges)
        .where(and(isOwn(charges), eq(charges.subscription_id, id))),
    ),
    notExists(
      tx
        .select()
        .from(purchases)
        .where(and(isOwn(purchases), eq(purchases.subscription_id, id))),
    ),
  )
  const revoked = await tx
    .update(subscriptions)
    .set({ revoked_at: sql`now()` })
    .where(and(isRunningStudioOf(target.account_id), isFree))
    .returning({ id, customer_id: subscriptions.customer_id })
  await recordRevoked(tx, target, revocation, revoked, (studio) => ({ subscription: studio.id }))
  return revoked
}

const isRunningStudioOf = (account_id: string) =>
  and(
    eq(subscriptions.account_id, account_id),
    isFromConnectedStripe(subscriptions),
    isNull(subscriptions.revoked_at),
    notInArray(subscriptions.status, [...OVER_STATUSES]),
  )

/** Revokes everything that opened a package without payment: the current grant, and purchases and subscriptions that cost nothing. */
export async function revokeWithoutMoney(db: Db, target: Target, revocation: Revocation) {
  return await db.transaction(async (tx) => ({
    grant: await revokeGrant(tx, target, revocation),
    purchases: await revokeFreePurchases(tx, target, revocation),
    studios: await revokeFreeStudios(tx, target, revocation),
  }))
}

/** Returns the newest purchase of a package, or undefined. */
export async function purchaseOf(db: Db, { account_id, package: name }: Target): Promise<typeof purchases.$inferSelect | undefined> {
  const [bought] = await db
    .select()
    .from(purchases)
    .where(and(eq(purchases.account_id, account_id), inArray(purchases.offer, offersOf(name))))
    .orderBy(desc(purchases.paid_at))
    .limit(1)
  return bought
}

/**
 * Returns the payment status of the newest running subscription, and the id of the bundle purchase that it came with, if any. Returns undefined
 * without a running subscription.
 */
export async function runningStudioOf(db: Db, account_id: string) {
  const [running] = await db
    .select({ payment: subscriptions.payment, bundle: purchases.id })
    .from(subscriptions)
    .leftJoin(purchases, and(eq(purchases.account_id, account_id), eq(purchases.subscription_id, subscriptions.id)))
    .where(isRunningStudioOf(account_id))
    .orderBy(desc(subscriptions.started_at))
    .limit(1)
  return running
}

/** Loads all grants of an account, newest first. */
export async function grantsOf(db: Db, account_id: string): Promise<RecordedGrant[]> {
  return await db.select().from(grants).where(eq(grants.account_id, account_id)).orderBy(desc(grants.granted_at), desc(grants.id))
}
