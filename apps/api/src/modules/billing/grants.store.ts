import { isPurchaseOffer, OFFER_NAMES, OFFERS, type Package } from '@academy/catalog'
import { and, desc, eq, gt, inArray, isNull, lte, ne, notExists, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { type AuditedAct, auditLog } from './audit-log.table.ts'
import { charges } from './charges.table.ts'
import { failedSyncs } from './failed-syncs.table.ts'
import { grants } from './grants.table.ts'
import { purchases } from './purchases.table.ts'
import { isOwn } from './stripe-origin.ts'
import { subscriptions } from './subscriptions.table.ts'

/** The Postgres channel that tells every instance whose entitlements changed. Its message is the account's id. */
export const ENTITLEMENTS_CHANGED = 'entitlements_changed'

/** The message on that channel after which every cached fact is dropped. */
export const EVERY_ACCOUNT = '*'

export type RecordedGrant = typeof grants.$inferSelect

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
type Target = { account_id: string; package: Package }

const isCurrentGrant = (target: Target) =>
  and(eq(grants.account_id, target.account_id), eq(grants.package, target.package), isNull(grants.revoked_at))

/** Writes the audit log and notifies every instance, in the transaction of the change. */
async function recordAct(
  tx: Tx,
  what: AuditedAct,
  who: string,
  reason: string,
  { id, account_id, ...grant }: RecordedGrant,
): Promise<void> {
  const details = { grant_id: id, package: grant.package, expires_at: grant.expires_at?.toISOString() ?? null }
  await tx.insert(auditLog).values({ who, what, account_id, reason, details })
  await tx.execute(sql`select pg_notify(${ENTITLEMENTS_CHANGED}, ${account_id})`)
}

/** Inserts a grant; returns undefined if the account already holds such a grant. */
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
    const [made] = await tx
      .insert(grants)
      .values(grant)
      .onConflictDoNothing({ target: [grants.account_id, grants.package], where: isNull(grants.revoked_at) })
      .returning()
    if (made) await recordAct(tx, 'grant', grant.granted_by, grant.reason, made)
    return made
  })
}

type Revocation = { revoked_by: string; revoke_reason: string }
type RevokedPurchase = Pick<typeof purchases.$inferSelect, 'id' | 'customer_id' | 'subscription_id'>
type RevokedStudio = Pick<typeof subscriptions.$inferSelect, 'id' | 'customer_id'>

/** What an operator revoked: grants, and purchases and subscriptions without money. */
export type Revoked = { grant: RecordedGrant | undefined; purchases: RevokedPurchase[]; studios: RevokedStudio[] }

async function revokeGrant(tx: Tx, target: Target, revocation: Revocation): Promise<RecordedGrant | undefined> {
  const [ended] = await tx
    .update(grants)
    .set({ revoked_at: sql`now()`, ...revocation })
    .where(and(isCurrentGrant(target), or(isNull(grants.expires_at), gt(grants.expires_at, sql`now()`))))
    .returning()
  if (ended) await recordAct(tx, 'revoke', revocation.revoked_by, revocation.revoke_reason, ended)
  return ended
}

/** Returns the offers whose purchase opens a package. */
const offersOf = (name: Package) => OFFER_NAMES.filter(isPurchaseOffer).filter((offer) => OFFERS[offer].unlocks === name)

/** Ends the purchases of a package that a promotion code made free. The next sync of the customer cancels the Studio of a bundle. */
async function revokeFreePurchases(
  tx: Tx,
  { account_id, package: name }: Target,
  { revoked_by, revoke_reason }: Revocation,
): Promise<RevokedPurchase[]> {
  const isFree = and(eq(purchases.amount, 0), isNull(purchases.charge_id), isNull(purchases.revoked_at))
  const ended = await tx
    .update(purchases)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(purchases.account_id, account_id), inArray(purchases.offer, offersOf(name)), isFree))
    .returning({ id: purchases.id, customer_id: purchases.customer_id, subscription_id: purchases.subscription_id })
  if (ended.length === 0) return []
  const entry = ({ id, subscription_id }: RevokedPurchase) => ({
    who: revoked_by,
    what: 'revoke' as const,
    account_id,
    reason: revoke_reason,
    details: { checkout: id, package: name, subscription: subscription_id },
  })
  await tx.insert(auditLog).values(ended.map(entry))
  await queueSyncs(tx, account_id, ended)
  return ended
}

/**
 * Queues syncs of the customers for the next reconcile run, which cancels at Stripe what was revoked here. Every instance reads the facts
 * again.
 */
async function queueSyncs(tx: Tx, account_id: string, ended: readonly { customer_id: string }[]): Promise<void> {
  for (const { customer_id } of ended)
    await tx
      .insert(failedSyncs)
      .values({ customer_id, account_id, error: 'A free purchase was revoked, and its Studio has to be cancelled at Stripe.' })
      .onConflictDoUpdate({ target: failedSyncs.customer_id, set: { next_look_at: sql`now()`, last_failed_at: sql`now()` } })
  await tx.execute(sql`select pg_notify(${ENTITLEMENTS_CHANGED}, ${account_id})`)
}

/** Ends subscriptions that were bought alone and never cost anything. The next sync of the customer cancels them at Stripe. */
async function revokeFreeStudios(
  tx: Tx,
  { account_id, package: name }: Target,
  { revoked_by, revoke_reason }: Revocation,
): Promise<RevokedStudio[]> {
  if (name !== OFFERS.studio.unlocks) return []
  const { id } = subscriptions
  const isFree = and(
    ne(subscriptions.payment, 'processing'),
    notExists(tx.select().from(charges).where(eq(charges.subscription_id, id))),
    notExists(tx.select().from(purchases).where(eq(purchases.subscription_id, id))),
  )
  const isRunning = and(isNull(subscriptions.revoked_at), notInArray(subscriptions.status, ['canceled', 'incomplete_expired']))
  const ended = await tx
    .update(subscriptions)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(subscriptions.account_id, account_id), isOwn(subscriptions), isRunning, isFree))
    .returning({ id, customer_id: subscriptions.customer_id })
  if (ended.length === 0) return []
  const entry = ({ id: subscription }: RevokedStudio) => ({
    who: revoked_by,
    what: 'revoke' as const,
    account_id,
    reason: revoke_reason,
    details: { package: name, subscription },
  })
  await tx.insert(auditLog).values(ended.map(entry))
  await queueSyncs(tx, account_id, ended)
  return ended
}

/** Revokes what opens a package without money: the current grant, and purchases and subscriptions that cost nothing. */
export async function endPackage(db: Db, target: Target, revocation: Revocation): Promise<Revoked> {
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

/** Returns the newest running subscription with the bundle that it came with; undefined without one. */
export async function runningStudioOf(
  db: Db,
  account_id: string,
): Promise<{ payment: (typeof subscriptions.$inferSelect)['payment']; bundle: string | null } | undefined> {
  const [running] = await db
    .select({ payment: subscriptions.payment, bundle: purchases.id })
    .from(subscriptions)
    .leftJoin(purchases, eq(purchases.subscription_id, subscriptions.id))
    .where(
      and(
        eq(subscriptions.account_id, account_id),
        isOwn(subscriptions),
        isNull(subscriptions.revoked_at),
        notInArray(subscriptions.status, ['canceled', 'incomplete_expired']),
      ),
    )
    .orderBy(desc(subscriptions.started_at))
    .limit(1)
  return running
}

/** Loads all grants of an account, newest first. */
export async function grantsOf(db: Db, account_id: string): Promise<RecordedGrant[]> {
  return await db.select().from(grants).where(eq(grants.account_id, account_id)).orderBy(desc(grants.granted_at), desc(grants.id))
}
