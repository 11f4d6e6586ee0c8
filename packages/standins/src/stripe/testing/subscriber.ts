import type Stripe from 'stripe'
import { expect } from 'vitest'
import { DAY_SECONDS } from '../time/due.ts'
import type { TestStripe } from './start-stripe.ts'

/** Creates a monthly price of a subscription. */
export const createStudioPrice = (client: Stripe): Promise<Stripe.Price> =>
  client.prices.create({ product_data: { name: 'Studio' }, currency: 'eur', unit_amount: 1900, recurring: { interval: 'month' } })

/** Creates a customer with one of Stripe's test cards, e.g. `visa` or `chargeCustomerFail`. */
export async function createCustomerWithCard(client: Stripe, card = 'visa'): Promise<Stripe.Customer> {
  const { id: customer } = await client.customers.create({ email: 'learner@academy.test' })
  const { id } = await client.paymentMethods.attach(`pm_card_${card}`, { customer })
  return await client.customers.update(customer, { invoice_settings: { default_payment_method: id } })
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
