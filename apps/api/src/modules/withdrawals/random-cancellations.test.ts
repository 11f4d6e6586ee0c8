import fc from 'fast-check'
import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { type CancellingSubscriber as Subscriber, startCancellingAcademy } from '../../testing/cancelling-academy.ts'

const academy = await startCancellingAcademy()
const { app, stripe, subscriberWithLink } = academy
const api = app.payments?.stripe ?? stripe

async function whileDown(action: () => Promise<unknown>): Promise<void> {
  await academy.fault({ kind: 'down' })
  await action()
  await academy.clearFaults()
}

const lost = () => new Stripe.errors.StripeConnectionError({ message: 'lost', type: 'api_error' })
const tooLittle = () =>
  new Stripe.errors.StripeInvalidRequestError({ message: 'too little', type: 'invalid_request_error', code: 'balance_insufficient' })

/** Loses the response of the next call of each kind that changes something at Stripe. */
async function whileResponsesAreLost(action: () => Promise<unknown>): Promise<void> {
  const spies = [
    vi.spyOn(api.subscriptions, 'update').mockImplementationOnce(async (id, changes) => {
      await stripe.subscriptions.update(id, changes)
      throw lost()
    }),
    vi.spyOn(api.subscriptions, 'cancel').mockImplementationOnce(async (id) => {
      await stripe.subscriptions.cancel(id)
      throw lost()
    }),
    vi.spyOn(api.refunds, 'create').mockImplementationOnce(async (input) => {
      await stripe.refunds.create(input)
      throw lost()
    }),
    vi.spyOn(api.invoices, 'voidInvoice').mockImplementationOnce(async (id) => {
      await stripe.invoices.voidInvoice(id)
      throw lost()
    }),
  ]
  await action()
  for (const spy of spies) spy.mockRestore()
}

/** What happens between two moves of the clock. */
const STEPS: Record<string, (ada: Subscriber) => Promise<unknown>> = {
  isRepeated: (ada) => ada.finishLater(),
  isRepeatedWhileDown: (ada) => whileDown(() => ada.finishLater()),
  isRepeatedAndLost: (ada) => whileResponsesAreLost(() => ada.finishLater()),
  refundIsRefused: async (ada) => {
    const refunds = vi.spyOn(api.refunds, 'create').mockRejectedValue(tooLittle())
    await ada.finishLater()
    refunds.mockRestore()
  },
  isSynced: ({ customer_id }) => app.payments?.sync(customer_id) ?? Promise.resolve(),
  nextChargesFail: ({ customer_id }) => academy.control(`/stripe/control/customers/${customer_id}/fail_charges`, { times: 3 }),
  bankPays: ({ settleDebits }) => settleDebits('succeeded'),
  bankRefuses: ({ settleDebits }) => settleDebits('failed'),
  operatorCancels: async ({ subscription }) => {
    const { id, ended_at } = await subscription()
    if (ended_at === null) await stripe.subscriptions.cancel(id)
  },
}

const paid = async ({ charges }: Subscriber) => (await charges()).filter((charge) => charge.paid)

/** Returns the payments for periods that began after `since`, in seconds, and were not refunded. */
async function owed(ada: Subscriber, since: number): Promise<string[]> {
  const { id } = await ada.subscription()
  const invoices = await stripe.invoices.list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] })
  const later = invoices.data.filter(({ billing_reason, created }) => billing_reason === 'subscription_cycle' && created >= since)
  const intents = later.flatMap(({ payments }) => (payments?.data ?? []).map(({ payment }) => payment.payment_intent))
  return (await paid(ada))
    .filter(({ payment_intent, refunded }) => intents.includes(String(payment_intent)) && !refunded)
    .map((one) => one.id)
}

test('SELLER-26 SELLER-29 whatever happens after the confirmation, nothing that was billed for later stays paid', async () => {
  const history = fc.record({
    choice: fc.constantFrom({ numberOfPlans: 1 }, { bundle: true }),
    payment: fc.constantFrom({}, { bank: true }),
    confirmation: fc.constantFrom('down', 'down', 'lost', 'reached'),
    days: fc.constantFrom(1, 32, 95),
    steps: fc.array(fc.record({ step: fc.constantFrom(...Object.keys(STEPS)), days: fc.constantFrom(0, 7, 32) }), {
      minLength: 1,
      maxLength: 5,
    }),
  })
  await fc.assert(
    fc.asyncProperty(history, async ({ choice, payment, confirmation, days, steps }) => {
      const ada = await subscriberWithLink(choice, payment)
      const before = (await paid(ada)).map(({ id }) => id)
      if (confirmation === 'down') await whileDown(ada.confirm)
      else if (confirmation === 'lost') await whileResponsesAreLost(ada.confirm)
      else await ada.confirm()
      await academy.advance(days)
      for (const { step, days } of steps) {
        await STEPS[step]?.(ada)
        await academy.advance(days)
      }

      await ada.settleDebits('succeeded')
      await ada.finishLater()
      const seen = await ada.seen()
      expect(seen.state).toBe('cancelled')
      const { ended_at, cancel_at } = await ada.subscription()
      expect(ended_at ?? cancel_at).not.toBeNull()
      expect(await owed(ada, ada.end)).toEqual([])
      const charges = await paid(ada)
      expect(charges.filter(({ id, refunded }) => before.includes(id) && refunded)).toEqual([])
      await academy.advance(40)
      expect(await paid(ada)).toHaveLength(charges.length)
      await app.retryCancellationsAndMails()
      const mails = await ada.confirmations()
      expect(mails).toHaveLength(1)
      expect(mails[0]?.text.includes('refunded in full')).toBe(seen.state === 'cancelled' && seen.is_renewal_undone)
    }),
    { numRuns: 8 },
  )
})
