import { CURRENCIES, OFFER_NAMES, type OfferName } from '@academy/catalog'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { CheckoutStatus, checkouts } from '../checkouts.table.ts'
import { endRevoked, paidAfterRevoke, revokedStudio } from './end-revoked.ts'
import { type EndedBundle, type EndedStudio, endedStudioOf, endWithBundle, givenBack, type KnownPurchase } from './end-with-bundle.ts'
import { endWithRefund, studioEndedByMonth } from './end-with-refund.ts'
import { isRefused, paymentsOfInvoice } from './invoice-payment.ts'
import { isMissing } from './is-missing.ts'
import { classifyCharges, INVOICE_EXPANDS, readCharges, readOffStripe, type ToldCharge } from './read-charges.ts'
import { at, idOf, readPurchase, type Told } from './read-purchase.ts'
import { isStudio, readSubscription, type ToldSubscription } from './read-subscription.ts'

export type ToldCheckout = Told<Omit<typeof checkouts.$inferSelect, 'settled_at' | 'problem'>> & { subscription_id: string | null }

/** Everything that Stripe knows of a customer and that decides something here. */
export type Truth = {
  /** When the customer was found to be deleted there. */
  deleted: boolean
  /** Whether a customer without an origin turned out to be unknown to this account. */
  unknown: boolean
  /** Sessions and subscriptions that Stripe does not know: of its other mode, or of another account that the academy had before. */
  unknown_sessions: string[]
  unknown_subscriptions: string[]
  checkouts: ToldCheckout[]
  purchases: KnownPurchase[]
  subscriptions: ToldSubscription[]
  /** Months of the Studio, and money from outside the academy's checkout. */
  charges: ToldCharge[]
  /** Those that the academy itself ended. */
  ended_studios: EndedStudio[]
  /** Subscriptions that stay, although an operator took them back: a month was paid for before they could be cancelled. */
  paid_after_revoke: string[]
}

export type Question = {
  account_id: string
  customer_id: string
  /** What is known here already: Stripe may list the things of a deleted customer no more, but tells of each by its id. */
  known: { sessions: readonly string[]; subscriptions: readonly string[]; revoked: ReadonlyMap<string, Date> }
  /** Whether the customer was bound before origins were kept: then Stripe is asked whether it knows it. */
  hasNoOrigin: boolean
  /** Whether there is reason to think that the customer was deleted. */
  maybeDeleted: boolean
  /** Ids of prices that configuration names as the Studio's. */
  studioPrices: readonly string[]
  /** Whether a month that was refunded in full or lost in a dispute ends the Studio. */
  endsRefundedStudio: boolean
}

const chosen = z.object({
  account_id: z.string(),
  offer: z.enum(OFFER_NAMES),
  currency: z.enum(CURRENCIES),
  price_id: z.string(),
})

/** Everything in a list; nothing where Stripe does not know the customer any more. */
async function all<T>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const found: T[] = []
  try {
    for await (const one of list) found.push(one)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return found
}

/** Those that Stripe still tells of. */
async function each<T>(ids: readonly string[], ask: (id: string) => Promise<T>): Promise<T[]> {
  const answers = await Promise.allSettled(ids.map(ask))
  return answers.flatMap((answer) => {
    if (answer.status === 'fulfilled') return [answer.value]
    if (isMissing(answer.reason)) return []
    throw answer.reason
  })
}

const SESSION_EXPANDS = ['payment_intent.latest_charge', 'invoice']

type Sessions = { sessions: Stripe.Checkout.Session[]; unknown: string[] }

/**
 * The sessions that something follows from: those that can be paid on or were, and those that were not over when they were recorded here.
 * Pages that ran out unpaid are as many as somebody opens.
 */
async function listSessions(stripe: Stripe, { customer_id, known }: Question): Promise<Sessions> {
  const expand = SESSION_EXPANDS.map((path) => `data.${path}`)
  const list = (status: 'open' | 'complete') => all(stripe.checkout.sessions.list({ customer: customer_id, status, limit: 100, expand }))
  // In this order, so that one that is completed meanwhile is in both and not in neither.
  const open = await list('open')
  const complete = await list('complete')
  const listed = [...new Map([...open, ...complete].map((session) => [session.id, session])).values()]
  const unlisted = known.sessions.filter((id) => !listed.some((one) => one.id === id))
  const sessions = [...listed, ...(await each(unlisted, (id) => stripe.checkout.sessions.retrieve(id, { expand: SESSION_EXPANDS })))]
  return { sessions, unknown: unlisted.filter((id) => sessions.every((one) => one.id !== id)) }
}

type Subscriptions = { subscribed: Stripe.Subscription[]; unknown: string[] }

async function listSubscriptions(stripe: Stripe, { customer_id, known }: Question): Promise<Subscriptions> {
  const listed = await all(stripe.subscriptions.list({ customer: customer_id, status: 'all', limit: 100, expand: ['data.latest_invoice'] }))
  const unlisted = known.subscriptions.filter((id) => !listed.some((one) => one.id === id))
  const subscribed = [...listed, ...(await each(unlisted, (id) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })))]
  return { subscribed, unknown: unlisted.filter((id) => subscribed.every((one) => one.id !== id)) }
}

const object = <T>(thing: string | T | null | undefined): T | undefined => (typeof thing === 'object' && thing !== null ? thing : undefined)

/** Whether money of a completed checkout may still come: a bank transfer is under way for days. */
async function isOnItsWay(stripe: Stripe, { payment_intent, invoice }: Stripe.Checkout.Session): Promise<boolean> {
  const payment = object(payment_intent)
  if (payment) return !isRefused(payment)
  const bill = object(invoice)
  if (bill?.status === 'draft') return true
  if (bill?.status !== 'open') return false
  const payments = await paymentsOfInvoice(stripe, bill.id)
  return payments.length === 0 || payments.some((payment) => !isRefused(payment))
}

async function statusOf(stripe: Stripe, session: Stripe.Checkout.Session): Promise<CheckoutStatus> {
  if (session.status === 'open') return 'open'
  if (session.status !== 'complete') return 'expired'
  if (session.payment_status !== 'unpaid') return 'paid'
  // Paid another way after its bank had refused, which its checkout is not told of.
  if (object(session.invoice)?.status === 'paid' || object(session.payment_intent)?.status === 'succeeded') return 'paid'
  return (await isOnItsWay(stripe, session)) ? 'settling' : 'failed'
}

const subscriptionOf = ({ subscription }: Stripe.Checkout.Session): string | null =>
  typeof subscription === 'string' ? subscription : (subscription?.id ?? null)

/** A bundle whose bank did not pay: Stripe began its Studio nevertheless. */
function neverPaid(session: Stripe.Checkout.Session, offer: OfferName, status: CheckoutStatus): EndedBundle[] {
  const [subscription_id, invoice] = [subscriptionOf(session), object(session.invoice)]
  if (offer !== 'bundle' || status !== 'failed' || subscription_id === null || invoice === undefined) return []
  return [{ session_id: session.id, subscription_id, why: 'unpaid', invoice }]
}

/** Asks Stripe for everything about a customer. @throws whatever the SDK throws when Stripe cannot be asked. */
export async function readCustomer(stripe: Stripe, question: Question): Promise<Truth> {
  const { account_id, customer_id, studioPrices, endsRefundedStudio, hasNoOrigin, maybeDeleted } = question
  const [{ sessions, unknown }, { subscribed, unknown: unknown_subscriptions }, state, charged, invoices] = await Promise.all([
    listSessions(stripe, question),
    listSubscriptions(stripe, question),
    maybeDeleted || hasNoOrigin ? stateOf(stripe, customer_id) : 'there',
    all(stripe.charges.list({ customer: customer_id, limit: 100 })),
    all(stripe.invoices.list({ customer: customer_id, status: 'paid', limit: 100, expand: INVOICE_EXPANDS })),
  ])
  const chosenHere = sessions.flatMap((session) => {
    const choice = chosen.safeParse(session.metadata).data
    return choice?.account_id === account_id ? [{ session, choice }] : []
  })
  const ours = await Promise.all(chosenHere.map(async (one) => ({ ...one, status: await statusOf(stripe, one.session) })))
  const told = await Promise.all(
    ours.flatMap(({ session, choice, status }) => {
      const { offer } = choice
      return status === 'paid' && offer !== 'studio' ? [readPurchase(stripe, session, { ...choice, offer })] : []
    }),
  )
  const purchases = told.map((purchase) => ({ ...purchase, revoked_at: question.known.revoked.get(purchase.id) ?? null }))
  const studios = subscribed.flatMap((one) => (isStudio(one, studioPrices) ? [one.id] : []))
  // The invoice of a purchase is known by its checkout.
  const ofPurchases = ours.flatMap(({ session, choice }) => (choice.offer === 'studio' ? [] : [idOf(session.invoice)]))
  const offStripe = readOffStripe(invoices.filter(({ id }) => !ofPurchases.includes(id)))
  const charges = classifyCharges([...(await readCharges(stripe, charged, invoices)), ...offStripe], purchases, studios)
  const ended = [...givenBack(purchases), ...ours.flatMap(({ session, choice, status }) => neverPaid(session, choice.offer, status))]
  const standing = await Promise.all(
    subscribed.map(async (one) => {
      const current = await endRevoked(stripe, await endWithBundle(stripe, one, ended), question.known.revoked)
      return endsRefundedStudio ? await endWithRefund(stripe, current, charges) : current
    }),
  )
  const subscriptions = await Promise.all(standing.map((one) => readSubscription(stripe, one, studioPrices)))
  return {
    deleted: maybeDeleted ? state !== 'there' : state === 'deleted',
    unknown: state === 'unknown' && hasNoOrigin,
    unknown_sessions: unknown,
    unknown_subscriptions,
    purchases,
    charges,
    subscriptions: subscriptions.filter((one) => one !== undefined),
    ended_studios: standing
      .map((one) => endedStudioOf(one, ended) ?? studioEndedByMonth(one, charges) ?? revokedStudio(one))
      .filter((one) => one !== undefined),
    paid_after_revoke: paidAfterRevoke(standing, question.known.revoked),
    checkouts: ours.map(({ session, choice, status }) => ({
      session_id: session.id,
      offer: choice.offer,
      currency: choice.currency,
      status,
      url: status === 'open' ? session.url : null,
      created_at: at(session.created),
      expires_at: at(session.expires_at),
      subscription_id: subscriptionOf(session),
    })),
  }
}

async function stateOf(stripe: Stripe, customer: string): Promise<'there' | 'deleted' | 'unknown'> {
  try {
    return (await stripe.customers.retrieve(customer)).deleted === true ? 'deleted' : 'there'
  } catch (error) {
    if (isMissing(error)) return 'unknown'
    throw error
  }
}
