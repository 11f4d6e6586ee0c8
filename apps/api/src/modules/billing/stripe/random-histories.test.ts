import { type Entitlements, noEntitlements, PACKAGE_UNLOCKS } from '@academy/catalog'
import fc from 'fast-check'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer, deliver, events, control, settleDebits, advance } = await startSellingAcademy()

type Buyer = Awaited<ReturnType<typeof buyer>>

/** The prices of the course and the bundle; nothing else has the same amount. */
const COURSE_AMOUNTS = [249_00, 259_00, 289_00, 299_00]

/** Dispute statuses in which the money is gone. No history here contains a prevented dispute. */
const LOST = ['lost', 'appeal_needs_response', 'appeal_under_review']

/** Returns the expected entitlements straight from Stripe's charges and subscriptions, computed independently of the product. */
async function heldByStripe(customer: string): Promise<Entitlements> {
  const entitlements = { ...noEntitlements }
  const charges = await stripe.charges.list({ customer, limit: 100 })
  for (const charge of charges.data.filter(({ paid, refunded, amount }) => paid && !refunded && COURSE_AMOUNTS.includes(amount))) {
    const disputes = await stripe.disputes.list({ charge: charge.id })
    if (disputes.data.some(({ status }) => LOST.includes(status))) continue
    for (const entitlement of PACKAGE_UNLOCKS.master_course) entitlements[entitlement] = true
  }
  const subscriptions = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  // The grace period never ends here, because the academy's clock does not follow Stripe's test clock.
  for (const { id } of subscriptions.data.filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status))) {
    const { data } = await stripe.invoices.list({ subscription: id, status: 'paid' })
    if (data.length > 0) for (const entitlement of PACKAGE_UNLOCKS.studio) entitlements[entitlement] = true
  }
  return entitlements
}

const heldHere = async ({ id, email }: Buyer): Promise<Entitlements> => {
  app.invalidateFacts(id)
  return await app.entitlementsOf({ id, email, isAdmin: false, signedInAt: 0, token: null })
}

/** Returns the subscriptions that still run although their bundle was refunded and no month was paid. */
async function unendedAfterRefund(customer: string): Promise<string[]> {
  const found: string[] = []
  for (const { metadata, invoice, subscription } of (await stripe.checkout.sessions.list({ customer, status: 'complete' })).data) {
    if (metadata?.offer !== 'bundle') continue
    const { data } = await stripe.invoicePayments.list({ invoice: String(invoice), status: 'paid' })
    if (data.length === 0) continue
    const charges = await stripe.charges.list({ payment_intent: String(data[0]?.payment.payment_intent) })
    const disputes = await stripe.disputes.list({ payment_intent: String(data[0]?.payment.payment_intent) })
    const isGivenBack = charges.data.some(({ refunded }) => refunded) || disputes.data.some(({ status }) => LOST.includes(status))
    const { id, ended_at } = await stripe.subscriptions.retrieve(String(subscription))
    const paid = await stripe.invoices.list({ subscription: id, status: 'paid' })
    if (isGivenBack && ended_at === null && paid.data.length < 2) found.push(id)
  }
  return found
}

const customerOf = async (event: Stripe.Event): Promise<string | undefined> => {
  const thing = event.data.object as { object: string; id: string; customer?: string; charge?: string }
  if (thing.object === 'customer') return thing.id
  if (thing.customer) return thing.customer
  return thing.charge ? String((await stripe.charges.retrieve(thing.charge)).customer) : undefined
}

/** Loads every event of a customer that the academy handles. */
async function eventsOf(customer: string): Promise<Stripe.Event[]> {
  const { created } = (await stripe.customers.retrieve(customer)) as Stripe.Customer
  const all = (await events()).filter((event) => event.created >= created)
  const owners = await Promise.all(all.map(customerOf))
  return all.filter((_, index) => owners[index] === customer)
}

const running = async (customer: string) =>
  (await stripe.subscriptions.list({ customer, status: 'all' })).data.filter(({ status }) => status !== 'canceled')
const lastCharge = async (customer: string) =>
  (await stripe.charges.list({ customer, limit: 100 })).data.find(({ paid, amount }) => paid && COURSE_AMOUNTS.includes(amount))

/** Closes a dispute: `won` for the academy, otherwise for the buyer. */
async function dispute(customer: string, outcome: 'won' | 'lost'): Promise<void> {
  const charge = await lastCharge(customer)
  if (!charge || charge.disputed || charge.refunded) return
  const { id, status } = await control<{ id: string; status: string }>('/stripe/control/disputes', { charge: charge.id })
  if (status !== 'lost') await control(`/stripe/control/disputes/${id}/status`, { status: outcome })
}

/** Opens a dispute of this kind about the last payment, and moves it through the statuses. */
async function disputeThrough(customer: string, case_type: 'inquiry' | 'chargeback', statuses: readonly string[]): Promise<void> {
  const charge = await lastCharge(customer)
  if (!charge || charge.disputed || charge.refunded) return
  const { id, status } = await control<{ id: string; status: string }>('/stripe/control/disputes', { charge: charge.id, case_type })
  // A dispute about a bank debit is final.
  if (status === 'lost') return
  for (const next of statuses) await control(`/stripe/control/disputes/${id}/status`, { status: next })
}

/** Moves the refunds with one status to the next. */
async function moveRefunds(customer: string, from: 'pending' | 'succeeded', status: string): Promise<void> {
  const ids = (await stripe.refunds.list({ limit: 100 })).data.filter((refund) => refund.customer === customer && refund.status === from)
  for (const { id } of ids) await control(`/stripe/control/refunds/${id}/status`, { status })
}

/** Actions of a history. An action that is impossible at the time does nothing. */
const STEPS: Record<string, (ada: Buyer, customer: string) => Promise<unknown>> = {
  buysStudio: (ada) => ada.buys({ numberOfPlans: 1 }).catch(() => undefined),
  buysCourse: (ada) => ada.buys({ masterCourse: true, currency: 'usd' }).catch(() => undefined),
  buysBundle: (ada) => ada.buys({ bundle: true }).catch(() => undefined),
  leavesCheckout: (ada) => ada.checkout({ masterCourse: true }),
  aMonthPasses: () => advance(32),
  aQuarterPasses: () => advance(93),
  renewalFails: async (_, customer) => {
    await control(`/stripe/control/customers/${customer}/fail_charges`, { times: 1 })
    await advance(32)
  },
  pays: async (_, customer) => {
    await control(`/stripe/control/customers/${customer}/fail_charges`, { times: 0 })
    const { data } = await stripe.invoices.list({ customer, status: 'open' })
    for (const { id } of data) await stripe.invoices.pay(id ?? '').catch(() => undefined)
  },
  cancelsForTheEnd: async (_, customer) => {
    for (const { id } of await running(customer)) await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  },
  takesItUpAgain: async (_, customer) => {
    for (const { id } of await running(customer)) await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  },
  cancelsAtOnce: async (_, customer) => {
    for (const { id } of await running(customer)) await stripe.subscriptions.cancel(id)
  },
  isRefundedInPart: async (_, customer) => {
    const charge = await lastCharge(customer)
    if (charge && !charge.disputed && charge.amount_refunded === 0)
      await stripe.refunds.create({ charge: charge.id, amount: 50_00 }).catch(() => undefined)
  },
  isRefunded: async (_, customer) => {
    const charge = await lastCharge(customer)
    // Refused while another refund of it is pending.
    if (charge && !charge.disputed && !charge.refunded) await stripe.refunds.create({ charge: charge.id }).catch(() => undefined)
  },
  buysBundleWithPendingRefunds: (ada) => ada.buys({ bundle: true }, { card: '4000000000007726' }).catch(() => undefined),
  pendingRefundIsMade: (_, customer) => moveRefunds(customer, 'pending', 'succeeded'),
  pendingRefundIsCanceled: (_, customer) => moveRefunds(customer, 'pending', 'canceled'),
  refundFails: (_, customer) => moveRefunds(customer, 'succeeded', 'failed'),
  buysStudioByDebit: (ada) => ada.buys({ numberOfPlans: 1 }, { bank: true }).catch(() => undefined),
  buysCourseByDebit: (ada) => ada.buys({ masterCourse: true }, { bank: true }).catch(() => undefined),
  buysBundleByDebit: (ada) => ada.buys({ bundle: true }, { bank: true }).catch(() => undefined),
  bankPays: (_, customer) => settleDebits(customer, 'succeeded'),
  bankRefuses: (_, customer) => settleDebits(customer, 'failed'),
  inquiryComesToNothing: (_, customer) => disputeThrough(customer, 'inquiry', ['warning_under_review', 'warning_closed']),
  inquiryIsLost: (_, customer) => disputeThrough(customer, 'inquiry', ['needs_response', 'under_review', 'lost']),
  disputeIsAppealed: (_, customer) => disputeThrough(customer, 'chargeback', ['lost', 'appeal_needs_response', 'appeal_under_review']),
  appealIsWon: (_, customer) => disputeThrough(customer, 'chargeback', ['lost', 'appeal_needs_response', 'appeal_under_review', 'won']),
  buyerWinsDispute: (_, customer) => dispute(customer, 'lost'),
  buyerLosesDispute: (_, customer) => dispute(customer, 'won'),
}

async function runSteps(ada: Buyer, steps: readonly string[], afterEach: () => Promise<void> = async () => undefined): Promise<string> {
  await ada.checkout({ numberOfPlans: 1 })
  const customer = await ada.customer()
  for (const step of steps) {
    await STEPS[step]?.(ada, customer)
    await afterEach()
  }
  return customer
}

/** Returns everything recorded about an account, without times and expired checkouts. */
async function recordsOf(ada: Buyer): Promise<unknown> {
  const read = (table: string, key: string) =>
    app.sql`select * from ${app.sql(table)} where account_id = ${ada.id} order by ${app.sql(key)}`
  const rows = await Promise.all([
    read('purchases', 'id'),
    read('subscriptions', 'id'),
    read('checkouts', 'session_id'),
    read('billing_customers', 'customer_id'),
  ])
  const lasting = rows.map((table) => table.filter(({ status }) => status !== 'expired'))
  const untimed = ['synced_at', 'settled_at', 'checkout_completed_at', 'created_at']
  return lasting.map((table) => table.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !untimed.includes(name)))))
}

/** Deletes what the API recorded about the buyer. */
async function deleteRecords(ada: Buyer): Promise<void> {
  for (const table of ['purchases', 'subscriptions', 'checkouts', 'stripe_events'])
    await app.sql`delete from ${app.sql(table)} where account_id = ${ada.id}`
}

/** Delivers events in this order, with this many at a time. */
async function deliverAll(all: readonly Stripe.Event[], atATime: number): Promise<void> {
  for (let start = 0; start < all.length; start += atATime) {
    const responses = await Promise.all(all.slice(start, start + atATime).map((event) => deliver(event)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
  }
}

/** Expects that the events of the buyer lead to the state at Stripe, and to the current records, by every schedule. */
async function expectSameRecords(
  ada: Buyer,
  schedule: fc.Arbitrary<{ order: Stripe.Event[]; atATime: number }>,
  numRuns: number,
): Promise<void> {
  const [entitlements, records] = [await heldByStripe(await ada.customer()), await recordsOf(ada)]
  await fc.assert(
    fc.asyncProperty(schedule, async ({ order, atATime }) => {
      await deleteRecords(ada)
      await deliverAll(order, atATime)
      expect(await heldHere(ada)).toEqual(entitlements)
      expect(await recordsOf(ada)).toEqual(records)
    }),
    { numRuns },
  )
}

test('R-09 webhooks in any order, repeated and partly lost, lead to the state at Stripe', async () => {
  const ada = await buyer()
  const customer = await runSteps(ada, [
    'buysBundle',
    'aQuarterPasses',
    'renewalFails',
    'pays',
    'cancelsForTheEnd',
    'aMonthPasses',
    'isRefunded',
    'buysCourse',
    'isRefundedInPart',
    'buyerLosesDispute',
    'buysStudio',
  ])
  const events = await eventsOf(customer)
  expect(events.length).toBeGreaterThan(15)
  await deliverAll(events, 1)
  expect(await heldHere(ada)).toEqual(await heldByStripe(customer))

  const schedule = fc.record({
    order: fc.shuffledSubarray([...events, ...events, ...events.slice(0, 10)], { minLength: 1 }),
    atATime: fc.constantFrom(1, 3, 50),
  })
  await expectSameRecords(ada, schedule, 8)
})

test('R-09 reconciling makes the facts equal Stripe after late, repeated and lost events', async () => {
  const steps = fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 3, maxLength: 9 })
  const luck = fc.infiniteStream(fc.integer({ min: 0, max: 5 }))
  await fc.assert(
    fc.asyncProperty(steps, luck, async (history, chances) => {
      const ada = await buyer()
      const waiting: Stripe.Event[] = []
      const seen = new Set<string>()
      const customer = await runSteps(ada, history, async () => {
        for (const event of await eventsOf(await ada.customer())) if (!seen.has(event.id)) waiting.push(event)
        for (const { id } of waiting) seen.add(id)
        const now: Stripe.Event[] = []
        for (const event of waiting.splice(0)) {
          const chance = chances.next().value ?? 0
          // Lost; delivered late; delivered twice, the second time first; delivered.
          if (chance === 0) continue
          if (chance === 1) waiting.push(event)
          else if (chance === 2) now.unshift(event, event)
          else now.push(event)
        }
        await deliverAll(now, 4)
      })
      await app.reconcilePayments()
      expect(await heldHere(ada)).toEqual(await heldByStripe(customer))
      expect(await unendedAfterRefund(customer)).toEqual([])
    }),
    { numRuns: 4 },
  )
})

test('MONEY-01 webhooks of bank debits, in any order and repeated, lead to the state at Stripe: the last Studio is unpaid', async () => {
  const ada = await buyer()
  const customer = await runSteps(ada, [
    'buysBundleByDebit',
    'bankRefuses',
    'buysCourseByDebit',
    'bankPays',
    'isRefundedInPart',
    'buysStudioByDebit',
    'bankPays',
    'aMonthPasses',
    'bankRefuses',
    'cancelsAtOnce',
    'buysStudioByDebit',
  ])
  const events = await eventsOf(customer)
  await deliverAll(events, 1)
  const expected = await heldByStripe(customer)
  expect([expected.master_course, expected.resources]).toEqual([true, false])
  const schedule = fc.record({ order: fc.shuffledSubarray([...events, ...events], { minLength: 1 }), atATime: fc.constantFrom(1, 5) })
  await expectSameRecords(ada, schedule, 5)
})
