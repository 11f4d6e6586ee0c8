import { OVER_STATUSES, type Purchase, type Subscription } from '@academy/catalog'
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { type MailState, mails } from '../../../mail/mails.table.ts'
import { accessConsents } from './access-consents.table.ts'
import type { AccountRow } from './account-rows.ts'
import { auditLog } from './audit-log.table.ts'
import { cancellations } from './cancellations.table.ts'
import { charges } from './charges.table.ts'
import { checkouts, WELCOME } from './checkouts.table.ts'
import { courseStarts } from './course-starts.table.ts'
import { billingCustomers, formerCustomers } from './customers.table.ts'
import { everyCustomer } from './every-customer.ts'
import { grantsOf } from './grants.store.ts'
import { usesElsewhere } from './guarantee-uses.ts'
import { purchases } from './purchases.table.ts'
import { SEATS } from './seats.store.ts'
import { seats } from './seats.table.ts'
import { stripeEvents, stripeReconcile } from './stripe-events.table.ts'
import { isFromConnectedStripe } from './stripe-origin.ts'
import { subscriptions } from './subscriptions.table.ts'

type PurchaseRow = typeof purchases.$inferSelect
type SubscriptionRow = typeof subscriptions.$inferSelect

/** Whether a fact comes from the connected Stripe account and mode; others open nothing. */
type Compared = { is_own: boolean }

/** A purchase with its recorded columns, as the catalog's rules read it. */
export type RecordedPurchase = PurchaseRow & Purchase & Compared & { used_elsewhere_at: Date | null }
export type RecordedSubscription = SubscriptionRow & Subscription & Compared

/**
 * A checkout with the state of its welcome mail in the outbox, and when its buyer accepted which text about immediate access; both null without
 * a consent.
 */
type CheckoutWithConsent = typeof checkouts.$inferSelect & Compared & { consented_at: Date | null; consent_version: string | null }

const checkoutsWithConsent = (db: Db) =>
  db
    .select({
      ...getTableColumns(checkouts),
      welcome_mail: sql<MailState | null>`coalesce(${mails.state}, ${checkouts.welcome_mail})`,
      welcome_mail_at:
        sql`case when ${mails.attempts} = 0 then null else coalesce(${mails.changed_at}, ${checkouts.welcome_mail_at}) end`.mapWith(
          checkouts.welcome_mail_at,
        ),
      welcome_mail_attempts: sql<number>`coalesce(${mails.attempts}, ${checkouts.welcome_mail_attempts})`,
      is_own: isFromConnectedStripe(checkouts),
      consented_at: accessConsents.consented_at,
      consent_version: accessConsents.text_version,
    })
    .from(checkouts)
    .leftJoin(accessConsents, eq(accessConsents.id, checkouts.access_consent_id))
    .leftJoin(mails, and(eq(mails.kind, WELCOME), eq(mails.key, checkouts.session_id)))

/** The most rows of each list. */
const MAX_LISTED = 50
const MAX_AUDIT_ENTRIES = 200
const MAX_CHARGES = 200

/** Everything about the payments of one account, and what operators changed. */
export type AccountPayments = Awaited<ReturnType<typeof paymentsOf>>

/** Loads all payments of an account. The caller's transaction makes them consistent. */
export async function paymentsOf(db: Db, account_id: string) {
  const [customer] = await db.select().from(billingCustomers).where(eq(billingCustomers.account_id, account_id))
  const bought = await db
    .select({
      ...getTableColumns(purchases),
      is_own: isFromConnectedStripe(purchases),
      used_elsewhere_at: sql<Date | null>`uses.used_at`.mapWith(purchases.paid_at),
    })
    .from(purchases)
    .leftJoin(sql`(${usesElsewhere(sql`account_id = ${account_id}`)}) as uses`, sql`uses.purchase_id = ${purchases.id}`)
    .where(eq(purchases.account_id, account_id))
    .orderBy(desc(purchases.paid_at))
  const subscribed = await db
    .select({ ...getTableColumns(subscriptions), is_own: isFromConnectedStripe(subscriptions) })
    .from(subscriptions)
    .where(eq(subscriptions.account_id, account_id))
    .orderBy(desc(subscriptions.started_at))
  const { started_at, tutorial_id, product } = courseStarts
  const course_starts = await db
    .select({ started_at, tutorial_id, product })
    .from(courseStarts)
    .where(eq(courseStarts.account_id, account_id))
    .orderBy(started_at)
  return {
    grants: await grantsOf(db, account_id),
    course_starts,
    // The catalog calls it `dispute`.
    purchases: bought.map((row): RecordedPurchase => ({ ...row, dispute: row.dispute_status })),
    subscriptions: subscribed,
    seats: SEATS.parse(
      (await db.execute<{ account_row: AccountRow }>(SEATS.select(eq(seats.account_id, account_id)))).map(({ account_row }) => account_row),
    ),
    charges: await db
      .select({ ...getTableColumns(charges), is_own: isFromConnectedStripe(charges) })
      .from(charges)
      .where(eq(charges.account_id, account_id))
      .orderBy(desc(charges.paid_at), desc(charges.id))
      .limit(MAX_CHARGES),
    checkouts: await checkoutsWithConsent(db)
      .where(eq(checkouts.account_id, account_id))
      .orderBy(desc(checkouts.created_at))
      .limit(MAX_LISTED),
    customer,
    former_customers: await db.select().from(formerCustomers).where(eq(formerCustomers.account_id, account_id)),
    events: await db
      .select()
      .from(stripeEvents)
      .where(eq(stripeEvents.account_id, account_id))
      .orderBy(desc(stripeEvents.created))
      .limit(MAX_LISTED),
    audit_log: await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.account_id, account_id))
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(MAX_AUDIT_ENTRIES),
  }
}

/** Returns the account of a Stripe customer, checkout session, payment, charge, invoice of the Studio or subscription. */
export async function accountOfStripeId(db: Db, id: string): Promise<string | undefined> {
  const [owner] = await db.execute<{ account_id: string }>(sql`
    select account_id from ${everyCustomer} where customer_id = ${id}
    union all select account_id from ${checkouts} where session_id = ${id}
    union all select account_id from ${purchases} where id = ${id}
    union all select account_id from ${purchases} where payment_intent_id = ${id}
    union all select account_id from ${purchases} where charge_id = ${id}
    union all select account_id from ${subscriptions} where id = ${id}
    union all select account_id from ${charges} where id = ${id}
    union all select account_id from ${charges} where payment_intent_id = ${id}
    union all select account_id from ${charges} where invoice_id = ${id}
    limit 1`)
  return owner?.account_id
}

/** Returns the current and former customers of an account at the connected Stripe account. */
export async function customersOf(db: Db, account_id: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(everyCustomer)
    .where(and(eq(everyCustomer.account_id, account_id), isFromConnectedStripe(everyCustomer)))
  return rows.map(({ customer_id }) => customer_id)
}

/** Returns the ids of an account's subscriptions that are over. */
export async function endedSubscriptions(db: Db, account_id: string): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.account_id, account_id), inArray(subscriptions.status, [...OVER_STATUSES])))
  return rows.map(({ id }) => id)
}

/** Loads unapplied events, newest first, after a position in that order. */
export async function unappliedEvents(db: Db, after: { created: Date; id: string } | undefined, limit: number) {
  const { created, id, applied_at } = stripeEvents
  const older = after && or(lt(created, after.created), and(eq(created, after.created), lt(id, after.id)))
  return await db
    .select()
    .from(stripeEvents)
    .where(and(isNull(applied_at), older))
    .orderBy(desc(created), desc(id))
    .limit(limit)
}

/** Loads the newest 50 checkouts with a problem that an operator must resolve, such as a second payment. */
export async function checkoutsWithProblems(db: Db): Promise<CheckoutWithConsent[]> {
  return await checkoutsWithConsent(db)
    .where(and(isNotNull(checkouts.problem), isFromConnectedStripe(checkouts)))
    .orderBy(desc(checkouts.created_at))
    .limit(MAX_LISTED)
}

/** Loads the oldest 50 cancellations of a Studio that are not complete at Stripe an hour after the subscriber confirmed them. */
export async function stuckCancellations(db: Db) {
  const { id, account_id, confirmed_at, cancelled_at, error } = cancellations
  return await db
    .select({ id, account_id, confirmed_at: sql<Date>`${confirmed_at}`.mapWith(confirmed_at), error })
    .from(cancellations)
    .where(and(lt(confirmed_at, sql`now() - interval '1 hour'`), isNull(cancelled_at)))
    .orderBy(confirmed_at)
    .limit(MAX_LISTED)
}

/** A fact of another Stripe account or mode, which opens nothing. */
export type ForeignFact = Pick<PurchaseRow, 'id' | 'account_id' | 'stripe_account' | 'livemode'> & { kind: 'purchase' | 'subscription' }

/** Loads purchases and subscriptions of another Stripe account or mode, at most `limit` of each kind. */
export async function foreignFacts(db: Db, limit: number): Promise<ForeignFact[]> {
  const load = async (kind: ForeignFact['kind'], table: typeof purchases | typeof subscriptions): Promise<ForeignFact[]> => {
    const { id, account_id, stripe_account, livemode } = table
    const columns = { id, account_id, stripe_account, livemode }
    const facts = await db
      .select(columns)
      .from(table)
      .where(not(isFromConnectedStripe(table)))
      .orderBy(id)
      .limit(limit)
    return facts.map((fact) => ({ ...fact, kind }))
  }
  return [...(await load('purchase', purchases)), ...(await load('subscription', subscriptions))]
}

/** Loads the last successful reconcile run; undefined before the first one. */
export async function lastReconcile(db: Db): Promise<typeof stripeReconcile.$inferSelect | undefined> {
  const [last] = await db.select().from(stripeReconcile)
  return last
}
