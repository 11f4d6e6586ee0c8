import { afterAll, expect, test } from 'vitest'
import { refusal, startStripe } from '../testing/start-stripe.ts'

const stripe = await startStripe()
afterAll(() => stripe.stop())

const newCharge = async () => {
  const intent = await stripe.client.paymentIntents.create({ amount: 4900, currency: 'eur', payment_method: 'pm_card_visa', confirm: true })
  return { charge: String(intent.latest_charge), payment_intent: intent.id }
}
/** Like `newCharge`, without the payment intent: a dispute names only one of the two. */
const justCharge = async () => ({ charge: (await newCharge()).charge })
const dispute = async (about: object) => (await stripe.control<{ id: string }>('POST', '/disputes', about)).body.id
/** Returns the events of a dispute, newest first. */
const eventsOf = async (id: string) =>
  (await stripe.client.events.list({ limit: 100 })).data
    .filter(({ data }) => 'id' in data.object && data.object.id === id)
    .map(({ type }) => type.replace('charge.dispute.', ''))

test('a dispute withdraws the money and marks the charge as disputed', async () => {
  const { charge, payment_intent } = await newCharge()
  const id = await dispute({ payment_intent })
  expect(await stripe.client.disputes.retrieve(id)).toMatchObject({
    object: 'dispute',
    status: 'needs_response',
    amount: 4900,
    charge,
    payment_intent,
  })
  expect(await stripe.client.charges.retrieve(charge)).toMatchObject({ disputed: true })
  expect(await eventsOf(id)).toEqual(['funds_withdrawn', 'created'])
  expect(await refusal(stripe.client.refunds.create({ charge }))).toMatchObject({ code: 'charge_disputed' })
  expect((await stripe.client.disputes.list({ charge })).data.map((one) => one.id)).toEqual([id])
})

test('a won dispute returns the money, a lost one does not, and neither can be decided again', async () => {
  const [won, lost] = [await dispute(await justCharge()), await dispute(await justCharge())]
  await stripe.control('POST', `/disputes/${won}/status`, { status: 'won' })
  expect(await eventsOf(won)).toEqual(['closed', 'funds_reinstated', 'funds_withdrawn', 'created'])
  await stripe.control('POST', `/disputes/${lost}/status`, { status: 'lost' })
  expect(await eventsOf(lost)).toEqual(['closed', 'funds_withdrawn', 'created'])
  expect(await stripe.client.disputes.retrieve(won)).toMatchObject({ status: 'won' })
  expect(await stripe.client.disputes.retrieve(lost)).toMatchObject({ status: 'lost' })
  expect((await stripe.control('POST', `/disputes/${lost}/status`, { status: 'won' })).status).toBe(400)
  const { charge } = await stripe.client.disputes.retrieve(won)
  await expect(stripe.client.refunds.create({ charge: String(charge) })).resolves.toMatchObject({ amount: 4900 })
})

test('moves a dispute only to the statuses that may follow', async () => {
  const move = async (id: string, status: string) => (await stripe.control('POST', `/disputes/${id}/status`, { status })).status
  const inquiry = await dispute({ ...(await justCharge()), case_type: 'inquiry' })
  expect(await stripe.client.disputes.retrieve(inquiry)).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true })
  expect(await eventsOf(inquiry)).toEqual(['created'])
  expect([await move(inquiry, 'won'), await move(inquiry, 'warning_under_review'), await move(inquiry, 'warning_closed')]).toEqual([
    400, 200, 200,
  ])
  const chargeback = await dispute(await justCharge())
  const steps = ['under_review', 'lost', 'appeal_needs_response', 'appeal_under_review', 'won', 'lost']
  const responses = []
  for (const status of steps) responses.push(await move(chargeback, status))
  expect(responses).toEqual([200, 200, 200, 200, 200, 400])
})

test('a prevented dispute is closed at once, and withdraws money only for a resolution', async () => {
  for (const case_type of ['block', 'resolution'] as const) {
    const id = await dispute({ ...(await justCharge()), case_type })
    expect(await stripe.client.disputes.retrieve(id)).toMatchObject({
      status: 'prevented',
      payment_method_details: { card: { case_type } },
    })
    expect(await eventsOf(id)).toEqual(case_type === 'block' ? ['closed', 'created'] : ['closed', 'funds_withdrawn', 'created'])
  }
})
