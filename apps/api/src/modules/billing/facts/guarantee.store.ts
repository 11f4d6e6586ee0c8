import {
  entitlementsFor,
  type GuaranteeState,
  guaranteeState,
  isPurchaseOffer,
  mayOpenTutorial,
  needsCourseToOpen,
  OFFER_NAMES,
  type TutorialMarks,
  unlockedBy,
} from '@academy/catalog'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../../database/locks.ts'
import type { Db, Tx } from '../../../database/open-database.ts'
import { auditLog } from './audit-log.table.ts'
import { courseStarts } from './course-starts.table.ts'
import { factsReader } from './facts.store.ts'
import { queueSync } from './failed-syncs.store.ts'
import { notifyEntitlementsChanged } from './grants.store.ts'
import { purchases } from './purchases.table.ts'
import { seats } from './seats.table.ts'

/** Serializes the start of the course and the request for a refund, so that only one of them happens. */
export const lockGuarantee = (tx: Tx, account_id: string) => lockUntilEnd(tx, 'guarantee', account_id)

/**
 * Records that an account is served paid content of a course, if its facts at this moment open the tutorial. Later calls change nothing.
 * Returns whether the content may be served.
 */
export async function recordCourseStart(db: Db, account_id: string, tutorial: { id: string } & TutorialMarks): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await lockGuarantee(tx, account_id)
    const facts = await factsReader(tx)(account_id)
    const entitlements = entitlementsFor({ ...facts, isAdmin: false, now: new Date() })
    if (!mayOpenTutorial(tutorial, entitlements)) return false
    if (!needsCourseToOpen(tutorial, entitlements)) return true
    const started = await tx
      .insert(courseStarts)
      .values({ account_id, tutorial_id: tutorial.id, product: tutorial.product })
      .onConflictDoNothing()
      .returning()
    if (started.length > 0) {
      const offers = OFFER_NAMES.filter(isPurchaseOffer).filter((offer) => unlockedBy(offer) === tutorial.product)
      const ofCourse = tx.select({ id: purchases.id }).from(purchases).where(inArray(purchases.offer, offers))
      await tx
        .update(seats)
        .set({ started_at: sql`now()` })
        .where(and(eq(seats.account_id, account_id), isNull(seats.started_at), inArray(seats.purchase_id, ofCourse)))
      await notifyEntitlementsChanged(tx, account_id)
    }
    return true
  })
}

/** Returns the customer of a purchase; undefined for one of seats, and for a purchase that the account does not have. */
export async function customerOfPurchase(db: Db, { account_id, purchase_id }: PurchaseOfAccount): Promise<string | undefined> {
  const [purchase] = await db
    .select({ customer_id: purchases.customer_id })
    .from(purchases)
    .where(and(eq(purchases.id, purchase_id), eq(purchases.account_id, account_id), eq(purchases.seats, 0)))
  return purchase?.customer_id
}

type PurchaseOfAccount = { account_id: string; purchase_id: string }

/** Returns the state of the guarantee of a purchase by the recorded facts; undefined for a purchase that opens nothing here. */
export async function readGuarantee(db: Db, { account_id, purchase_id }: PurchaseOfAccount): Promise<GuaranteeState | undefined> {
  const facts = await factsReader(db)(account_id)
  const purchase = facts.purchases.find(({ id }) => id === purchase_id)
  return purchase && guaranteeState(purchase, { ...facts, now: new Date() })
}

/**
 * Records that the buyer requests the refund, if the guarantee is open. The purchase opens nothing from then on, and the next sync of the
 * customer makes the refund; reconciling retries it. Returns the state of the guarantee before the request.
 */
export async function requestRefund(
  db: Db,
  { account_id, purchase_id, customer_id }: PurchaseOfAccount & { customer_id: string },
): Promise<GuaranteeState | undefined> {
  return await db.transaction(async (tx) => {
    await lockGuarantee(tx, account_id)
    const state = await readGuarantee(tx, { account_id, purchase_id })
    if (state !== 'open') return state
    const [requested] = await tx.update(purchases).set({ refund_requested_at: new Date() }).where(eq(purchases.id, purchase_id)).returning()
    if (requested === undefined) throw new Error('found no recorded purchase to refund')
    await tx.insert(auditLog).values({
      who: 'the user',
      what: 'request_refund',
      account_id,
      reason: 'The 30-day guarantee: nothing that was paid for had been opened.',
      details: {
        checkout: purchase_id,
        offer: requested.offer,
        paid_at: requested.paid_at.toISOString(),
        payment: requested.payment_intent_id,
      },
    })
    const error = 'The buyer asked for a refund under the guarantee, which has to be made at Stripe.'
    await queueSync(tx, { customer_id, account_id, error })
    await notifyEntitlementsChanged(tx, account_id)
    return state
  })
}

/** A refund under the guarantee that Stripe refused, or that failed later. The purchase is valid again. */
export type RefusedRefund = {
  purchase_id: string
  /** When the whole purchase was requested back; null for seats. */
  requested_at: Date | null
  /** The seats that were requested back in total; null for the whole purchase. */
  refund_seats: number | null
  why: string
}

/** As the catalog decides it (`refundedSeats`). */
const SEATS_COVERED_BY_MONEY = sql<number>`least(refunded_amount, amount)::bigint * seats / amount`

/**
 * Deletes the requests for refunds that Stripe refused and writes each to the audit log, in the transaction of the sync, which notifies every
 * instance. Returns those that were not deleted before.
 */
export async function recordRefusedRefunds(tx: Tx, account_id: string, refused: readonly RefusedRefund[]): Promise<RefusedRefund[]> {
  const newlyRefused: RefusedRefund[] = []
  for (const refusal of refused) {
    const { purchase_id, requested_at, refund_seats, why } = refusal
    const [cleared, isSame] =
      requested_at === null
        ? [{ refund_seats: SEATS_COVERED_BY_MONEY }, eq(purchases.refund_seats, refund_seats ?? 0)]
        : [{ refund_requested_at: null }, eq(purchases.refund_requested_at, requested_at)]
    const changed = await tx
      .update(purchases)
      .set(cleared)
      .where(and(eq(purchases.id, purchase_id), isSame))
      .returning({ id: purchases.id })
    if (changed.length === 0) continue
    newlyRefused.push(refusal)
    await tx
      .insert(auditLog)
      .values({ who: 'the academy', what: 'refuse_refund', account_id, reason: why, details: { checkout: purchase_id } })
  }
  return newlyRefused
}
