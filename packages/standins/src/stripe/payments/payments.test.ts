import { afterAll, expect, test } from 'vitest'
import { refusal, startStripe } from '../testing/start-stripe.ts'

const stripe = await startStripe()
afterAll(() => stripe.stop())

const pay = (payment_method: string, more: object = {}) =>
  stripe.client.paymentIntents.create({ amount: 4900, currency: 'eur', payment_method, confirm: true, ...more })

const chargeOf = async (payment_method = 'pm_card_visa') => String((await pay(payment_method)).latest_charge)
const typesFor = async (id: string) =>
  (await stripe.client.events.list({ limit: 100 })).data
    .filter(({ data }) => JSON.stringify(data.object).includes(id))
    .map(({ type }) => type)

test('a valid card creates a charge and emits the events of both', async () => {
  const customer = await stripe.client.customers.create()
  const intent = await pay('pm_card_visa', { customer: customer.id, expand: ['latest_charge'] })
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4900, customer: customer.id })
  expect(intent.latest_charge).toMatchObject({ object: 'charge', paid: true, amount: 4900, status: 'succeeded' })
  expect(await typesFor(intent.id)).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created'])
  expect((await stripe.client.charges.list({ customer: customer.id })).data).toHaveLength(1)
})

test('refuses to charge less than 50 cents', async () => {
  expect(await refusal(pay('pm_card_visa', { amount: 49 }))).toMatchObject({ statusCode: 400, code: 'amount_too_small' })
  expect(await pay('pm_card_visa', { amount: 50 })).toMatchObject({ status: 'succeeded' })
})

test('responds with 402 with the reason for a declined card, and stores the attempt', async () => {
  const error = await refusal(pay('pm_card_chargeDeclined'))
  expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', code: 'card_declined', decline_code: 'generic_decline' })
  const intent = await stripe.client.paymentIntents.retrieve(error.payment_intent?.id ?? '')
  expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } })
  expect(await typesFor(intent.id)).toContain('charge.failed')
  const unconfirmed = stripe.client.paymentIntents.create({ amount: 100, currency: 'eur', confirm: true })
  expect(await refusal(unconfirmed)).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
})

test('a card that requires authentication waits for the cardholder', async () => {
  const intent = await pay('pm_card_authenticationRequired')
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
})

test('refunds a charge in part and in full, and refuses more than is left', async () => {
  const { refunds, charges, events } = stripe.client
  const charge = await chargeOf()
  const part = await refunds.create({ charge, amount: 900, reason: 'requested_by_customer' })
  expect(part).toMatchObject({ amount: 900, status: 'succeeded', charge, reason: 'requested_by_customer' })
  expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 900, refunded: false })
  const tooMuch = await refusal(refunds.create({ charge, amount: 4001 }))
  expect(tooMuch).toMatchObject({ param: 'amount', message: expect.stringContaining('greater than unrefunded amount on charge (€40.00)') })
  await refunds.create({ charge })
  expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 4900, refunded: true })
  expect(await refusal(refunds.create({ charge }))).toMatchObject({ code: 'charge_already_refunded' })
  const updates = (await events.list({ types: ['charge.refunded'], limit: 2 })).data
  expect(updates.map(({ data }) => data.object)).toMatchObject([{ amount_refunded: 4900 }, { amount_refunded: 900 }])
  expect((await refunds.list({ charge })).data).toHaveLength(2)
})

const settle = (refund: string, status: string) => stripe.control('POST', `/refunds/${refund}/status`, { status })

test('a pending refund leaves the charge as it is until it succeeds, and cannot be made twice', async () => {
  const { refunds, charges } = stripe.client
  const charge = await chargeOf('pm_card_pendingRefund')
  const refund = await refunds.create({ charge })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds' })
  expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(await typesFor(refund.id)).toEqual(['refund.created'])
  expect(await refusal(refunds.create({ charge }))).toMatchObject({ code: 'charge_already_refunded' })
  await settle(refund.id, 'succeeded')
  expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 4900, refunded: true })
  expect(await typesFor(refund.id)).toEqual(['refund.updated', 'refund.created'])
  expect((await settle(refund.id, 'canceled')).status).toBe(400)
})

test('a canceled refund can be made again, and one that fails after it succeeded returns to the charge', async () => {
  const { refunds, charges } = stripe.client
  const charge = await chargeOf('pm_card_pendingRefund')
  const canceled = await refunds.create({ charge })
  await settle(canceled.id, 'canceled')
  const again = await refunds.create({ charge })
  await settle(again.id, 'succeeded')
  await settle(again.id, 'failed')
  expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(await typesFor(again.id)).toEqual(['refund.failed', 'refund.updated', 'refund.created'])
  expect((await refunds.list({ charge })).data).toMatchObject([
    { status: 'failed', failure_reason: 'expired_or_canceled_card' },
    { status: 'canceled', failure_reason: 'merchant_request' },
  ])
})

test('refunds the charge of a payment intent, and refuses payments without a charge', async () => {
  const intent = await pay('pm_card_visa')
  expect(await stripe.client.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 4900, payment_intent: intent.id })
  expect((await refusal(stripe.client.refunds.create({ amount: 5 }))).message).toContain('payment_intent or charge')
  const unpaid = await stripe.client.paymentIntents.create({ amount: 100, currency: 'eur' })
  expect((await refusal(stripe.client.refunds.create({ payment_intent: unpaid.id }))).message).toContain(
    'does not have a successful charge',
  )
})
