import { afterAll, expect, test } from 'vitest'
import { refusal, startStripe } from '../testing/start-stripe.ts'

const stripe = await startStripe()
afterAll(() => stripe.stop())

const { id: customer } = await stripe.client.customers.create()
const pay = (payment_method: string, amount = 4900) =>
  stripe.client.paymentIntents.create({ amount, currency: 'eur', customer, payment_method, confirm: true })

const chargeOf = async (payment_method = 'pm_card_visa') => String((await pay(payment_method)).latest_charge)
const typesFor = async (id: string) =>
  (await stripe.client.events.list({ limit: 100 })).data
    .filter(({ data }) => JSON.stringify(data.object).includes(id))
    .map(({ type }) => type)

test('refuses to charge less than 50 cents', async () => {
  expect(await refusal(pay('pm_card_visa', 49))).toMatchObject({ statusCode: 400, code: 'amount_too_small' })
  expect(await pay('pm_card_visa', 50)).toMatchObject({ status: 'succeeded' })
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
  expect(refund).toMatchObject({ status: 'pending' })
  expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(await typesFor(refund.id)).toEqual([])
  expect(await refusal(refunds.create({ charge }))).toMatchObject({ code: 'charge_already_refunded' })
  await settle(refund.id, 'succeeded')
  expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 4900, refunded: true })
  expect(await typesFor(refund.id)).toEqual(['refund.updated'])
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
  expect(await typesFor(again.id)).toEqual(['refund.failed', 'refund.updated'])
  expect((await refunds.list({ charge })).data).toMatchObject([
    { status: 'failed', failure_reason: 'expired_or_canceled_card' },
    { status: 'canceled', failure_reason: 'merchant_request' },
  ])
})
