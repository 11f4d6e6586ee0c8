import type Stripe from 'stripe'
import { expect } from 'vitest'
import { DAY_SECONDS } from '../time/due.ts'
import type { TestStripe } from './start-stripe.ts'

/** Creates a monthly subscription price and a one-time course price. */
export async function createPrices(client: Stripe, currency = 'eur') {
  const studio = await client.products.create({ name: 'Vibe Coding Studio' })
  const course = await client.products.create({ name: 'Master Course' })
  return {
    studio: await client.prices.create({ product: studio.id, currency, unit_amount: 1900, recurring: { interval: 'month' } }),
    course: await client.prices.create({ product: course.id, currency, unit_amount: 24900 }),
  }
}

/** Creates a customer with one of Stripe's test cards, e.g. `visa` or `chargeCustomerFail`. */
export async function createCustomerWithCard(
  client: Stripe,
  card = 'visa',
  more: Stripe.CustomerCreateParams = {},
): Promise<Stripe.Customer> {
  const customer = await client.customers.create({ email: 'learner@academy.test', name: 'Ada Learner', ...more })
  await setDefaultCard(client, customer.id, card)
  return client.customers.retrieve(customer.id) as Promise<Stripe.Customer>
}

/** Replaces the customer's default card. */
export async function setDefaultCard(client: Stripe, customer: string, card: string): Promise<string> {
  const { id } = await client.paymentMethods.attach(`pm_card_${card}`, { customer })
  await client.customers.update(customer, { invoice_settings: { default_payment_method: id } })
  return id
}

/** Moves the stand-in's clock and waits until everything that became due is done. */
export const advanceDays = (stripe: TestStripe, days: number) => stripe.clock.advance(days * DAY_SECONDS, 'stripe')

/** Returns the events of a customer or subscription, oldest first. */
export async function eventsOf(client: Stripe, id: string): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = []
  for await (const event of client.events.list({ limit: 100 })) {
    if (JSON.stringify(event.data.object).includes(`"${id}"`)) events.push(event)
  }
  return events.toReversed()
}

export async function latestInvoice(client: Stripe, subscription: string): Promise<Stripe.Invoice> {
  const { latest_invoice } = await client.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] })
  expect(latest_invoice).toMatchObject({ object: 'invoice' })
  return latest_invoice as Stripe.Invoice
}

/** Returns the end of a subscription's current period. */
export const periodEndOf = ({ items }: Stripe.Subscription): number => items.data[0]?.current_period_end ?? 0
