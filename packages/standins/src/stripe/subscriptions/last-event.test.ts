import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { startStripe } from '../testing/start-stripe.ts'
import { advanceDays, createCustomerWithCard, createPrices, latestInvoice, setDefaultCard } from '../testing/subscriber.ts'

const stripe = await startStripe()
const { client } = stripe
const prices = await createPrices(client)
afterAll(() => stripe.stop())

type Scenario = {
  name: string
  card: string
  trialDays?: number
  run(subscription: Stripe.Subscription, customer: string): Promise<unknown>
}

const update = (id: string, change: Stripe.SubscriptionUpdateParams) => client.subscriptions.update(id, change)

const scenarios: Scenario[] = [
  { name: 'renews', card: 'visa', run: () => advanceDays(stripe, 100) },
  {
    name: 'begins on trial, is canceled and resumed',
    card: 'visa',
    trialDays: 40,
    run: async ({ id }) => {
      await update(id, { cancel_at_period_end: true })
      await advanceDays(stripe, 20)
      await update(id, { cancel_at_period_end: false, metadata: { note: 'stays' } })
      await advanceDays(stripe, 60)
    },
  },
  {
    name: 'fails, recovers and ends',
    card: 'chargeCustomerFail',
    run: async ({ id }, customer) => {
      await advanceDays(stripe, 36)
      await setDefaultCard(client, customer, 'visa')
      await client.invoices.pay((await latestInvoice(client, id)).id)
      await advanceDays(stripe, 31)
      await update(id, { cancel_at_period_end: true })
      await advanceDays(stripe, 31)
    },
  },
  { name: 'fails until it is given up', card: 'chargeCustomerFail', run: () => advanceDays(stripe, 80) },
  { name: 'ends a trial early', card: 'visa', trialDays: 30, run: async ({ id }) => update(id, { trial_end: 'now' }) },
]

/** Returns the last reported state of each object. */
async function lastEventStates(): Promise<Map<string, unknown>> {
  const states = new Map<string, unknown>()
  for await (const { data } of client.events.list({ limit: 100 })) {
    const object = data.object as { id?: string }
    if (object.id !== undefined && !states.has(object.id)) states.set(object.id, object)
  }
  return states
}

test.each(scenarios)(
  'the last events of a subscription that $name show the final state of it and its invoices',
  async ({ card, trialDays, run }) => {
    const customer = await createCustomerWithCard(client, card)
    const subscription = await client.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.studio.id }],
      off_session: false,
      ...(trialDays !== undefined && { trial_period_days: trialDays }),
    })
    await run(subscription, customer.id)
    const states = await lastEventStates()
    const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown
    expect(plain(states.get(subscription.id))).toEqual(
      plain({ ...(await client.subscriptions.retrieve(subscription.id)), lastResponse: undefined }),
    )
    const { data: invoices } = await client.invoices.list({ subscription: subscription.id, limit: 100 })
    for (const invoice of invoices) expect(plain(states.get(invoice.id))).toEqual(plain(invoice))

    // each month is invoiced once, and each paid invoice is charged once
    const months = invoices
      .toReversed()
      .flatMap(({ lines }) => lines.data.findLast((line) => line.parent?.subscription_item_details?.proration === false)?.period ?? [])
    for (const [index, month] of months.slice(1).entries()) {
      if (trialDays === undefined) expect(month.start).toBe(months[index]?.end)
    }
    const charges = (await client.charges.list({ customer: customer.id, limit: 100 })).data.filter(({ status }) => status === 'succeeded')
    const paid = invoices.filter(({ status, amount_paid }) => status === 'paid' && amount_paid > 0)
    expect(charges.map(({ amount }) => amount).toSorted()).toEqual(paid.map(({ amount_paid }) => amount_paid).toSorted())
  },
)
