import { CURRENCIES, isSeatOffer, MAX_SEATS, OFFER_NAMES, type SoldOffer, STUDIO_GIFT_NAMES } from '@academy/catalog'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import type { CheckoutStatus, checkouts } from '../facts/checkouts.table.ts'
import type { RefusedRefund } from '../facts/guarantee.store.ts'
import {
  type EndedBundle,
  type EndedStudio,
  endedBundles,
  endedStudioOf,
  endStudio,
  type KnownPurchase,
  paidAfterRevoke,
} from './end-studio.ts'
import { isRefused, paymentsOfInvoice } from './invoice-payment.ts'
import { classifyCharges, INVOICE_EXPANDS, type ReportedCharge, readCharges, readOffStripe } from './read-charges.ts'
import { couponOf, type Reported, readPurchase } from './read-purchase.ts'
import { isStudio, type ReportedSubscription, readSubscription } from './read-subscription.ts'
import { refundOnRequest, type WaitingRefund } from './refund-on-request.ts'
import { dateFromSeconds, expanded, idOf, listAll, undefinedIfMissing } from './stripe-objects.ts'

/** The columns of a checkout that Stripe does not know. */
type OwnColumns = 'settled_at' | 'problem' | 'welcome_mail' | 'welcome_mail_at' | 'welcome_mail_attempts'

export type ReportedCheckout = Reported<Omit<typeof checkouts.$inferSelect, OwnColumns>> & { subscription_id: string | null }

/** Everything at Stripe about a customer that affects access. */
export type StripeSnapshot = {
  /** Whether the customer was deleted at Stripe. */
  deleted: boolean
  /** Whether a customer without a recorded origin is unknown to the connected account. */
  unknown: boolean
  /** Sessions and subscriptions that Stripe does not know: of its other mode, or of a former Stripe account. */
  unknown_sessions: string[]
  unknown_subscriptions: string[]
  checkouts: ReportedCheckout[]
  purchases: KnownPurchase[]
  subscriptions: ReportedSubscription[]
  /** Refunds under the guarantee that Stripe refused, or that failed later. */
  refused_refunds: RefusedRefund[]
  waiting_refunds: WaitingRefund[]
  /** Months of the Studio, and money from outside the academy's checkout. */
  charges: ReportedCharge[]
  /** Subscriptions that the academy itself ended. */
  ended_studios: EndedStudio[]
  /** Revoked subscriptions that continue, because a month was paid before they could be cancelled. */
  paid_after_revoke: string[]
}

type CustomerQuery = {
  account_id: string
  customer_id: string
  /** What is recorded already. Stripe may stop listing the objects of a deleted customer, but still returns each by its id. */
  recorded: {
    sessions: readonly string[]
    subscriptions: readonly string[]
    revoked: ReadonlyMap<string, Date>
    /** The times at which buyers requested refunds, by purchase. */
    refundRequests: ReadonlyMap<string, Date>
    /** The seats whose share their owners requested back in total, by purchase. */
    refundSeats: ReadonlyMap<string, number>
  }
  /** Whether the customer was bound before origins were recorded. Then Stripe must confirm that it knows the customer. */
  hasNoOrigin: boolean
  /** Whether the customer may have been deleted. */
  maybeDeleted: boolean
  config: Pick<NonNullable<Config['stripe']>, 'prices' | 'endsRefundedStudio'>
}

/** What the buyer ordered. The API wrote it to the session's metadata; buyers cannot change it. */
const orderMetadata = z.object({
  account_id: z.string(),
  offer: z.enum([...OFFER_NAMES, ...STUDIO_GIFT_NAMES]),
  currency: z.enum(CURRENCIES),
  price_id: z.string(),
  /** For oneself without it. */
  seats: z.coerce.number().int().min(1).max(MAX_SEATS).default(0),
  access_consent_id: z.uuid().optional(),
  gift_id: z.uuid().nullable().default(null),
})

/** Loads objects by id, without those that Stripe does not know. */
async function retrieveAll<T>(ids: readonly string[], retrieve: (id: string) => Promise<T>): Promise<T[]> {
  const objects = await Promise.all(ids.map((id) => retrieve(id).catch(undefinedIfMissing)))
  return objects.filter((object) => object !== undefined)
}

const SESSION_EXPANDS = ['payment_intent.latest_charge', 'invoice', 'discounts.promotion_code']

type Sessions = { sessions: Stripe.Checkout.Session[]; unknown: string[] }

/**
 * Loads the sessions that affect access: open and completed ones, and those recorded as open. Expired sessions are left out, since their
 * number has no limit.
 */
async function listSessions(stripe: Stripe, { customer_id, recorded }: CustomerQuery): Promise<Sessions> {
  const expand = SESSION_EXPANDS.map((path) => `data.${path}`)
  const list = (status: 'open' | 'complete') =>
    listAll(stripe.checkout.sessions.list({ customer: customer_id, status, limit: 100, expand }))
  // In this order, a session that completes meanwhile is in both lists instead of none.
  const open = await list('open')
  const complete = await list('complete')
  const listed = [...new Map([...open, ...complete].map((session) => [session.id, session])).values()]
  const unlisted = recorded.sessions.filter((id) => !listed.some((object) => object.id === id))
  const sessions = [...listed, ...(await retrieveAll(unlisted, (id) => stripe.checkout.sessions.retrieve(id, { expand: SESSION_EXPANDS })))]
  return { sessions, unknown: unlisted.filter((id) => sessions.every((session) => session.id !== id)) }
}

type Subscriptions = { subscribed: Stripe.Subscription[]; unknown: string[] }

async function listSubscriptions(stripe: Stripe, { customer_id, recorded }: CustomerQuery): Promise<Subscriptions> {
  const listed = await listAll(
    stripe.subscriptions.list({ customer: customer_id, status: 'all', limit: 100, expand: ['data.latest_invoice'] }),
  )
  const unlisted = recorded.subscriptions.filter((id) => !listed.some((object) => object.id === id))
  const subscribed = [
    ...listed,
    ...(await retrieveAll(unlisted, (id) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))),
  ]
  return { subscribed, unknown: unlisted.filter((id) => subscribed.every((subscription) => subscription.id !== id)) }
}

/** Returns whether the payment of a completed checkout may still arrive, as a bank debit takes days. */
async function isProcessing(stripe: Stripe, { payment_intent, invoice }: Stripe.Checkout.Session): Promise<boolean> {
  const payment = expanded(payment_intent)
  if (payment) return !isRefused(payment)
  const bill = expanded(invoice)
  if (bill?.status === 'draft') return true
  if (bill?.status !== 'open') return false
  const payments = await paymentsOfInvoice(stripe, bill.id)
  return payments.length === 0 || payments.some((payment) => !isRefused(payment))
}

async function statusOf(stripe: Stripe, session: Stripe.Checkout.Session): Promise<CheckoutStatus> {
  if (session.status === 'open') return 'open'
  if (session.status !== 'complete') return 'expired'
  if (session.payment_status !== 'unpaid') return 'paid'
  // The invoice was paid another way after the bank refused; the session does not show that.
  if (expanded(session.invoice)?.status === 'paid' || expanded(session.payment_intent)?.status === 'succeeded') return 'paid'
  return (await isProcessing(stripe, session)) ? 'settling' : 'failed'
}

/** Returns the bundle of a failed payment, because Stripe starts its Studio nevertheless. */
function neverPaid(session: Stripe.Checkout.Session, offer: SoldOffer, status: CheckoutStatus): EndedBundle[] {
  const [subscription_id, invoice] = [idOf(session.subscription), expanded(session.invoice)]
  if (offer !== 'bundle' || status !== 'failed' || subscription_id === null || invoice === undefined) return []
  return [{ session_id: session.id, subscription_id, why: 'unpaid', invoice }]
}

/**
 * Loads everything about a customer from Stripe. Makes the refunds that buyers requested, and cancels Studios whose bundle or month was refunded.
 * @throws the SDK's error while Stripe is unreachable.
 */
export async function readCustomer(stripe: Stripe, query: CustomerQuery): Promise<StripeSnapshot> {
  const { account_id, customer_id, config, hasNoOrigin, maybeDeleted } = query
  const [{ sessions, unknown }, { subscribed, unknown: unknown_subscriptions }, state, charged, invoices] = await Promise.all([
    listSessions(stripe, query),
    listSubscriptions(stripe, query),
    maybeDeleted || hasNoOrigin ? stateOf(stripe, customer_id) : 'exists',
    listAll(stripe.charges.list({ customer: customer_id, limit: 100 })),
    listAll(stripe.invoices.list({ customer: customer_id, status: 'paid', limit: 100, expand: INVOICE_EXPANDS })),
  ])
  const ordered = sessions.flatMap((session) => {
    const order = orderMetadata.safeParse(session.metadata).data
    return order?.account_id === account_id ? [{ session, order }] : []
  })
  const ours = await Promise.all(ordered.map(async (order) => ({ ...order, status: await statusOf(stripe, order.session) })))
  const paid = await Promise.all(
    ours.flatMap(({ session, order, status }) => {
      const { offer } = order
      return status === 'paid' && isSeatOffer(offer) ? [readPurchase(stripe, session, { ...order, offer })] : []
    }),
  )
  const withRecordedDates = paid.map((purchase) => ({
    ...purchase,
    revoked_at: query.recorded.revoked.get(purchase.id) ?? null,
    refund_requested_at: query.recorded.refundRequests.get(purchase.id) ?? null,
    refund_seats: query.recorded.refundSeats.get(purchase.id) ?? 0,
  }))
  const requests = await Promise.all(withRecordedDates.map((purchase) => refundOnRequest(stripe, account_id, purchase)))
  const purchases = requests.map(({ purchase }) => purchase)
  const studios = subscribed.flatMap((subscription) => (isStudio(subscription, query) ? [subscription.id] : []))
  // The invoice of a purchase is recorded with its checkout.
  const ofPurchases = ours.flatMap(({ session, order }) => (isSeatOffer(order.offer) ? [idOf(session.invoice)] : []))
  const offStripe = readOffStripe(invoices.filter(({ id }) => !ofPurchases.includes(id)))
  const coupons = new Map(ours.map(({ session }) => [idOf(session.invoice), couponOf(session)]))
  const charges = classifyCharges([...(await readCharges(stripe, charged, invoices)), ...offStripe], { purchases, studios, coupons })
  const facts = {
    bundles: [...endedBundles(purchases), ...ours.flatMap(({ session, order, status }) => neverPaid(session, order.offer, status))],
    charges,
    revoked: query.recorded.revoked,
    endsRefundedStudio: config.endsRefundedStudio,
  }
  const current = await Promise.all(subscribed.map((subscription) => endStudio(stripe, subscription, facts)))
  const subscriptions = await Promise.all(current.map((subscription) => readSubscription(stripe, subscription, query)))
  return {
    deleted: maybeDeleted ? state !== 'exists' : state === 'deleted',
    unknown: state === 'unknown' && hasNoOrigin,
    unknown_sessions: unknown,
    unknown_subscriptions,
    purchases,
    refused_refunds: requests.flatMap(({ refused }) => refused ?? []),
    waiting_refunds: requests.flatMap(({ waiting }) => waiting ?? []),
    charges,
    subscriptions: subscriptions.filter((subscription) => subscription !== undefined),
    ended_studios: current.flatMap((subscription) => endedStudioOf(subscription, facts) ?? []),
    paid_after_revoke: paidAfterRevoke(current, query.recorded.revoked),
    checkouts: ours.map(({ session, order, status }) => ({
      session_id: session.id,
      offer: order.offer,
      currency: order.currency,
      seats: order.seats,
      status,
      url: status === 'open' ? session.url : null,
      access_consent_id: order.access_consent_id ?? null,
      created_at: dateFromSeconds(session.created),
      expires_at: dateFromSeconds(session.expires_at),
      subscription_id: idOf(session.subscription),
    })),
  }
}

async function stateOf(stripe: Stripe, id: string): Promise<'exists' | 'deleted' | 'unknown'> {
  const customer = await stripe.customers.retrieve(id).catch(undefinedIfMissing)
  if (!customer) return 'unknown'
  return customer.deleted ? 'deleted' : 'exists'
}
