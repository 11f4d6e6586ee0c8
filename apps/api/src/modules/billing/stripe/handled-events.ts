import type Stripe from 'stripe'
import { idOf } from './stripe-objects.ts'

/**
 * The event types that cause a sync, with the reason. Each one records everything that Stripe knows of the customer at that time. Stripe
 * lists at most twenty types in one request.
 */
export const HANDLED_EVENTS = {
  'checkout.session.completed': 'something was bought, or its bank debit is processing',
  'checkout.session.async_payment_succeeded': 'a delayed payment (bank debit) arrived',
  'checkout.session.async_payment_failed': 'a delayed payment (bank debit) failed, so the offer can be bought again',
  'checkout.session.expired': 'the checkout was not paid, so another offer may be bought',
  'customer.subscription.created': 'the Studio began, paid or on trial',
  'customer.subscription.updated': 'it renewed, failed to, was cancelled for the end of its period, or taken up again',
  'customer.subscription.deleted': 'the Studio ended',
  'customer.subscription.trial_will_end': 'its free months end in three days, and Stripe emails its subscriber',
  'invoice.paid': 'a month was paid for',
  'invoice.payment_failed': 'a month was not paid for, and the days of grace begin',
  'charge.refunded': 'money was refunded; a full refund ends the purchase',
  // The only event about a refund that was pending at first: https://docs.stripe.com/testing#refunds.
  'refund.updated': 'a pending refund was made, or canceled',
  'refund.failed': 'a refund failed, so the purchase is valid again',
  'charge.dispute.created': 'a buyer objects at the bank, and keeps access until it is decided',
  'charge.dispute.updated': 'an inquiry became a dispute, or a lost one is appealed',
  'charge.dispute.funds_reinstated': 'the bank gave the money back to us, also after an appeal',
  'charge.dispute.closed': 'the bank decided: lost ends the purchase',
  'customer.deleted': 'the customer was deleted with its subscriptions; the next checkout creates another one',
} as const satisfies Partial<Record<Stripe.Event['type'], string>>

export type HandledType = keyof typeof HANDLED_EVENTS

export const HANDLED_TYPES = Object.keys(HANDLED_EVENTS) as HandledType[]

export const isHandled = (type: string): type is HandledType => Object.hasOwn(HANDLED_EVENTS, type)

type EventObject = { object: string; id?: string; customer?: string | { id: string } | null; charge?: string | { id: string } | null }

/** Returns the customer of an event; undefined without one. Disputes and refunds name only their charge. */
export async function customerOf(stripe: Stripe, event: Stripe.Event): Promise<string | undefined> {
  const object = event.data.object as EventObject
  if (object.object === 'customer') return object.id
  const customer = idOf(object.customer)
  if (customer !== null) return customer
  const charge = idOf(object.charge)
  return (charge && idOf((await stripe.charges.retrieve(charge)).customer)) ?? undefined
}
