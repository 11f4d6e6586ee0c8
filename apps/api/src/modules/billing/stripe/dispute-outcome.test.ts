import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer, control, events, deliver } = await startSellingAcademy()

const OPEN = { master_course: true, resources: true }
const CLOSED = { master_course: false, resources: false }

/** Buys the bundle, opens a dispute and moves it through the given statuses. Access comes from the webhooks of the dispute alone. */
async function dispute(opening: { case_type: string; bank?: boolean }, ...statuses: string[]) {
  const ada = await buyer()
  await ada.buys({ bundle: true }, opening.bank ? { bank: true } : {})
  const customer = await ada.customer()
  if (opening.bank) {
    const { data } = await stripe.paymentIntents.list({ customer })
    await control('/stripe/control/settle', { payment_intent: data[0]?.id, outcome: 'succeeded' })
  }
  expect((await ada.context()).entitlements).toMatchObject(OPEN)
  const [charge] = (await stripe.charges.list({ customer })).data
  const { id } = await control<{ id: string }>('/stripe/control/disputes', { charge: charge?.id, case_type: opening.case_type })
  for (const status of statuses) await control(`/stripe/control/disputes/${id}/status`, { status })
  for (const event of await events()) {
    const { charge: disputed } = event.data.object as { charge?: string }
    if (event.type.startsWith('charge.dispute.') && disputed === charge?.id) expect((await deliver(event)).statusCode).toBe(200)
  }
  app.invalidateFacts(ada.id)
  return { status: (await stripe.disputes.retrieve(id)).status, entitlements: (await ada.context()).entitlements }
}

const chargeback = { case_type: 'chargeback' }
const inquiry = { case_type: 'inquiry' }

test.each([
  ['warning_needs_response', OPEN, inquiry, []],
  ['warning_under_review', OPEN, inquiry, ['warning_under_review']],
  ['warning_closed', OPEN, inquiry, ['warning_under_review', 'warning_closed']],
  ['needs_response', OPEN, chargeback, []],
  ['needs_response', OPEN, inquiry, ['needs_response']],
  ['under_review', OPEN, chargeback, ['under_review']],
  ['won', OPEN, chargeback, ['under_review', 'won']],
  ['lost', CLOSED, chargeback, ['under_review', 'lost']],
  ['lost', CLOSED, inquiry, ['needs_response', 'lost']],
  ['appeal_needs_response', CLOSED, chargeback, ['lost', 'appeal_needs_response']],
  ['appeal_under_review', CLOSED, chargeback, ['lost', 'appeal_needs_response', 'appeal_under_review']],
  ['prevented', OPEN, { case_type: 'block' }, []],
  ['prevented', CLOSED, { case_type: 'resolution' }, []],
  ['lost', CLOSED, { ...chargeback, bank: true }, []],
] as const)('MONEY-08 a dispute that is %s leaves %o open, for %o after %o', async (status, open, opening, statuses) => {
  const found = await dispute(opening, ...statuses)
  expect(found.status).toBe(status)
  expect(found.entitlements).toMatchObject(open)
})

test('MONEY-08 an appeal that is won opens the course again, and not the Studio that was cancelled', async () => {
  const { entitlements } = await dispute(chargeback, 'lost', 'appeal_needs_response', 'appeal_under_review', 'won')
  expect(entitlements.master_course).toBe(true)
})
