import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { startCheckouts } from '../testing/start-checkouts.ts'
import { refusal } from '../testing/start-stripe.ts'

const { stripe, prices, open, retrieve, pay, typesSince } = await startCheckouts()
afterAll(() => stripe.stop())

type Params = Stripe.Checkout.SessionCreateParams

test('creates no subscription for a declined card, also not with a trial', async () => {
  const customer = await stripe.client.customers.create({ email: 'no@academy.test' })
  const studio: Partial<Params> = { mode: 'subscription', customer: customer.id, line_items: [{ price: prices.studio, quantity: 1 }] }
  for (const session of [await open(studio), await open({ ...studio, subscription_data: { trial_period_days: 7 } })]) {
    expect((await pay(session.id, { card: '4000000000000002' })).status).toBe(402)
    expect(await retrieve(session.id)).toMatchObject({ status: 'open', subscription: null })
  }
  expect((await stripe.client.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([])
})

test('a subscription paid by bank debit is active while the debit is processing, and past due if it fails', async () => {
  const subscribe = async () => {
    const customer = await stripe.client.customers.create({ email: 'bank@academy.test' })
    const line_items = [
      { price: prices.course, quantity: 1 },
      { price: prices.studio, quantity: 1 },
    ]
    const session = await open({ mode: 'subscription', customer: customer.id, line_items })
    await pay(session.id, { bank: true })
    const done = await retrieve(session.id, ['subscription', 'invoice.payments'])
    expect(done).toMatchObject({ status: 'complete', payment_status: 'unpaid', invoice: { status: 'open' } })
    const invoice = done.invoice as Stripe.Invoice
    return { id: session.id, payment_intent: String(invoice.payments?.data[0]?.payment.payment_intent) }
  }
  const [good, bad] = [await subscribe(), await subscribe()]
  await stripe.control('POST', '/settle', { payment_intent: good.payment_intent, outcome: 'succeeded' })
  expect(await retrieve(good.id, ['subscription', 'invoice'])).toMatchObject({
    payment_status: 'paid',
    subscription: { status: 'active' },
    invoice: { status: 'paid', amount_paid: 6600 },
  })
  await stripe.control('POST', '/settle', { payment_intent: bad.payment_intent, outcome: 'failed' })
  expect(await retrieve(bad.id, ['subscription', 'invoice'])).toMatchObject({
    payment_status: 'unpaid',
    subscription: { status: 'past_due' },
    invoice: { status: 'open' },
  })
  expect(await typesSince('payment_intent.payment_failed')).toContain('invoice.payment_failed')
  expect((await typesSince('payment_intent.payment_failed')).at(-1)).toBe('checkout.session.async_payment_failed')
})

test('does not void an invoice while its bank debit is processing', async () => {
  const customer = await stripe.client.customers.create({ email: 'void@academy.test' })
  const session = await open({ mode: 'subscription', customer: customer.id, line_items: [{ price: prices.studio, quantity: 1 }] })
  await pay(session.id, { bank: true })
  const invoice = (await retrieve(session.id, ['invoice.payments'])).invoice as Stripe.Invoice
  expect(await refusal(stripe.client.invoices.voidInvoice(invoice.id))).toMatchObject({ statusCode: 400 })
  await stripe.control('POST', '/settle', { payment_intent: String(invoice.payments?.data[0]?.payment.payment_intent), outcome: 'failed' })
  expect(await stripe.client.invoices.voidInvoice(invoice.id)).toMatchObject({ status: 'void' })
})

test('refuses a checkout in another currency for a customer with a running subscription', async () => {
  const { id: customer } = await stripe.client.customers.create({ email: 'two@currencies.test' })
  const monthly = async (currency: string) =>
    (
      await stripe.client.prices.create({
        currency,
        unit_amount: 1700,
        recurring: { interval: 'month' },
        product_data: { name: 'Studio' },
      })
    ).id
  const open = async (currency: string) =>
    stripe.client.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: await monthly(currency), quantity: 1 }],
      success_url: 'http://localhost:3000/',
    })
  const { id } = await open('eur')
  await stripe.control('POST', `/checkout/${id}/pay`, {})
  expect(await refusal(open('usd'))).toMatchObject({ statusCode: 400, message: expect.stringContaining('You cannot combine currencies') })
  await expect(open('eur')).resolves.toMatchObject({ status: 'open' })
})
