import { randomUUID } from 'node:crypto'
import { cancellation } from '@academy/contract'
import { readMails } from '@academy/standins'
import fc from 'fast-check'
import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { startSellingAcademy } from '../../testing/selling-academy.ts'

const academy = await startSellingAcademy({ mails: true })
const { app, standins, owner, issuer, stripe } = academy
const api = app.payments?.stripe ?? stripe

let requests = 0
/** Posts each request from another IP address, because of the rate limits. */
const post = (path: string, payload: object) => {
  requests += 1
  return app.inject({ method: 'POST', url: `/api/cancellations${path}`, remoteAddress: `192.0.2.${requests % 250}`, payload })
}

/** Creates a subscriber with a mailed link. */
async function subscriberWithLink(choice: object, payment: object) {
  const buyer = await academy.buyer(issuer.addUser({ email: `${randomUUID().slice(0, 8)}@example.test` }))
  await buyer.context()
  await buyer.buys(choice, payment)
  const customer = await buyer.customer()
  const settleDebits = async (outcome: 'succeeded' | 'failed') => {
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
    for (const { id, status } of data)
      if (status === 'processing') await academy.control('/stripe/control/settle', { payment_intent: id, outcome })
  }
  await settleDebits('succeeded')
  await app.payments?.sync(customer)
  await post('', { email: buyer.email })
  await app.finishStatements()
  const [mail] = await readMails(standins.url, buyer.email).then((mails) => mails.filter(({ subject }) => subject.startsWith('Cancel')))
  const token = /#token=([\w-]{43})$/.exec(mail?.links[0] ?? '')?.[1] ?? ''
  const subscription = async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data[0] as Stripe.Subscription
  const charges = async () => (await stripe.charges.list({ customer, limit: 100 })).data.filter(({ paid }) => paid)
  return { ...buyer, token, customer, settleDebits, subscription, charges }
}
type Subscriber = Awaited<ReturnType<typeof subscriberWithLink>>

async function finishLater({ id }: Subscriber): Promise<void> {
  await owner`update cancellations set attempted_at = now() - interval '2 minutes' where account_id = ${id}`
  await app.finishStatements()
}

async function whileDown(act: () => Promise<unknown>): Promise<void> {
  await academy.fault({ kind: 'down' })
  await act()
  await academy.clearFaults()
}

const lost = () => new Stripe.errors.StripeConnectionError({ message: 'lost', type: 'api_error' })
const tooLittle = () =>
  new Stripe.errors.StripeInvalidRequestError({ message: 'too little', type: 'invalid_request_error', code: 'balance_insufficient' })

/** Loses the response of the next call of each kind that changes something at Stripe. */
async function whileResponsesAreLost(act: () => Promise<unknown>): Promise<void> {
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
  await act()
  for (const spy of spies) spy.mockRestore()
}

/** What happens between two moves of the clock. */
const STEPS: Record<string, (ada: Subscriber) => Promise<unknown>> = {
  isRepeated: finishLater,
  isRepeatedWhileDown: (ada) => whileDown(() => finishLater(ada)),
  isRepeatedAndLost: (ada) => whileResponsesAreLost(() => finishLater(ada)),
  refundIsRefused: async (ada) => {
    const refunds = vi.spyOn(api.refunds, 'create').mockRejectedValue(tooLittle())
    await finishLater(ada)
    refunds.mockRestore()
  },
  isSynced: ({ customer }) => app.payments?.sync(customer) ?? Promise.resolve(),
  nextChargesFail: ({ customer }) => academy.control(`/stripe/control/customers/${customer}/fail_charges`, { times: 3 }),
  bankPays: ({ settleDebits }) => settleDebits('succeeded'),
  bankRefuses: ({ settleDebits }) => settleDebits('failed'),
  operatorCancels: async ({ subscription }) => {
    const { id, ended_at } = await subscription()
    if (ended_at === null) await stripe.subscriptions.cancel(id)
  },
}

/** Returns the payments for periods that began after `since`, in seconds, and were not refunded. */
async function owed({ subscription, charges }: Subscriber, since: number): Promise<string[]> {
  const { id } = await subscription()
  const invoices = await stripe.invoices.list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] })
  const later = invoices.data.filter(({ billing_reason, created }) => billing_reason === 'subscription_cycle' && created >= since)
  const intents = later.flatMap(({ payments }) => (payments?.data ?? []).map(({ payment }) => payment.payment_intent))
  return (await charges())
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
      const before = (await ada.charges()).map(({ id }) => id)
      const end = (await ada.subscription()).items.data[0]?.current_period_end ?? 0
      const confirm = () => post('/confirm', { token: ada.token })
      if (confirmation === 'down') await whileDown(confirm)
      else if (confirmation === 'lost') await whileResponsesAreLost(confirm)
      else await confirm()
      await academy.advance(days)
      for (const { step, days } of steps) {
        await STEPS[step]?.(ada)
        await academy.advance(days)
      }

      await ada.settleDebits('succeeded')
      await finishLater(ada)
      const seen = cancellation.parse((await post('/read', { token: ada.token })).json())
      expect(seen.state).toBe('cancelled')
      const { ended_at, cancel_at } = await ada.subscription()
      expect(ended_at ?? cancel_at).not.toBeNull()
      expect(await owed(ada, end)).toEqual([])
      const charges = await ada.charges()
      expect(charges.filter(({ id, refunded }) => before.includes(id) && refunded)).toEqual([])
      await academy.advance(40)
      expect(await ada.charges()).toHaveLength(charges.length)
      await app.finishStatements()
      const mails = (await readMails(standins.url, ada.email)).filter(({ subject }) => subject.endsWith('is cancelled'))
      expect(mails).toHaveLength(1)
      expect(mails[0]?.text.includes('refunded in full')).toBe(seen.state === 'cancelled' && seen.is_renewal_undone)
    }),
    { numRuns: 8 },
  )
})
