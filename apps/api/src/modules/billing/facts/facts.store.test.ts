import { randomUUID } from 'node:crypto'
import { entitlementsFor, explainEntitlements, PACKAGES } from '@academy/catalog'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { recordFacts } from '../../../testing/record-facts.ts'
import { factsReader } from './facts.store.ts'
import { grants } from './grants.table.ts'
import { paymentsOf } from './payments.store.ts'
import type { StripeOrigin } from './stripe-origin.ts'

const { app } = await buildTestApp()
const read = factsReader(app.db)

/** A time near now, with the milliseconds that Postgres stores. */
const moment = fc.integer({ min: -20 * 86_400_000, max: 20 * 86_400_000 }).map((ms) => new Date(Date.now() + ms))
/** Origins, compared with the connected account `acct_a` in live mode. */
const CONNECTED = { merchant_id: 'acct_a', livemode: true }
const OWN: readonly StripeOrigin[] = [
  { stripe_account: 'acct_a', livemode: true },
  { stripe_account: null, livemode: null },
  { stripe_account: null, livemode: true },
]
const FOREIGN: readonly StripeOrigin[] = [
  { stripe_account: 'acct_a', livemode: false },
  { stripe_account: 'acct_b', livemode: true },
  { stripe_account: 'acct_b', livemode: false },
  { stripe_account: null, livemode: false },
  { stripe_account: 'unknown', livemode: null },
]
const origin = fc.constantFrom(...OWN, ...FOREIGN)
const isOwnOrigin = (origin: StripeOrigin) => OWN.includes(origin)
const purchase = fc.record({
  id: fc.uuid(),
  amount: fc.constantFrom(0, 259_00),
  refunded_amount: fc.constantFrom(0, 59_00),
  currency: fc.constantFrom('eur' as const, 'usd' as const),
  charge_id: fc.option(fc.constant('ch_1')),
  offer: fc.constantFrom('master_course' as const, 'bundle' as const),
  price_id: fc.constantFrom('price_1', 'price_2'),
  paid_at: moment,
  refunded_at: fc.option(moment),
  dispute: fc.option(fc.constantFrom('open' as const, 'won' as const, 'lost' as const)),
  dispute_at: fc.option(moment),
  revoked_at: fc.option(moment),
  refund_requested_at: fc.option(moment),
  used_elsewhere_at: fc.constant(null),
})
const subscription = fc.record({
  id: fc.uuid(),
  offer: fc.constant('studio' as const),
  price_id: fc.constantFrom('price_3', 'price_4'),
  status: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'paused'),
  started_at: moment,
  paid_until: fc.option(moment),
  payment: fc.constantFrom('settled' as const, 'processing' as const, 'failed' as const),
  ended_at: fc.option(moment),
  revoked_at: fc.option(moment),
})
const grant = fc.record({
  package: fc.constantFrom(...PACKAGES),
  granted_at: moment,
  expires_at: fc.option(moment),
  revoked_at: fc.option(moment),
})
const recorded = fc.record({
  // Facts of the same millisecond have no order.
  purchases: fc.uniqueArray(purchase, { maxLength: 4, selector: ({ paid_at }) => paid_at.getTime() }),
  subscriptions: fc.uniqueArray(subscription, { maxLength: 4, selector: ({ started_at }) => started_at.getTime() }),
  // An account holds at most one current grant of each package.
  grants: fc.uniqueArray(grant, { maxLength: 3, selector: (grant) => grant.package }),
  is_customer: fc.boolean(),
  has_open_checkout: fc.boolean(),
})

test('MONEY-05 leaves out facts of another Stripe account or mode', async () => {
  await app.sql`insert into stripe_connection ${app.sql(CONNECTED)}`
  onTestFinished(async () => void (await app.sql`delete from stripe_connection`))
  const withOrigins = fc.record({
    purchases: fc.uniqueArray(fc.record({ fact: purchase, from: origin }), {
      maxLength: 4,
      selector: ({ fact }) => fact.paid_at.getTime(),
    }),
    subscriptions: fc.uniqueArray(fc.record({ fact: subscription, from: origin }), {
      maxLength: 4,
      selector: ({ fact }) => fact.started_at.getTime(),
    }),
    customer: origin,
    checkout: origin,
  })
  await fc.assert(
    fc.asyncProperty(withOrigins, async (stored) => {
      const account_id = randomUUID()
      const facts = recordFacts(app.db, account_id)
      await facts.customer(true)
      await app.sql`update billing_customers set ${app.sql(stored.customer)} where account_id = ${account_id}`
      await facts.checkout('settling', stored.checkout)
      for (const { fact, from } of stored.purchases) {
        const { dispute, used_elsewhere_at: _, ...purchase } = fact
        await facts.purchase({ ...purchase, ...from, dispute_status: dispute })
      }
      for (const { fact, from } of stored.subscriptions) await facts.subscription({ ...fact, ...from })

      const loaded = await read(account_id)
      const own = <T>(all: readonly { fact: T; from: StripeOrigin }[]) => all.flatMap(({ fact, from }) => (isOwnOrigin(from) ? [fact] : []))
      const [bought, subscribed] = [own(stored.purchases), own(stored.subscriptions)]
      expect(new Set(loaded.purchases)).toEqual(new Set(bought))
      expect(new Set(loaded.subscriptions)).toEqual(
        new Set(subscribed.map((subscription) => ({ ...subscription, customer_id: facts.customer_id, cancel_at: null }))),
      )
      expect(loaded.has_open_checkout).toBe(isOwnOrigin(stored.checkout))
      const mayManage = isOwnOrigin(stored.customer) || subscribed.some(({ status }) => status !== 'canceled' && status !== 'incomplete')
      expect(loaded.customers.length > 0).toBe(mayManage)
      const options = { isAdmin: false, now: new Date(), grants: [], seats: [] }
      expect(entitlementsFor({ ...options, ...loaded })).toEqual(
        entitlementsFor({ ...options, purchases: bought, subscriptions: subscribed }),
      )
    }),
    { numRuns: 30 },
  )
})

test('R-09 reads facts as they were recorded, to the millisecond, with the same entitlements', async () => {
  await fc.assert(
    fc.asyncProperty(recorded, async ({ is_customer, has_open_checkout, ...stored }) => {
      const account_id = randomUUID()
      const facts = recordFacts(app.db, account_id)
      await facts.customer(is_customer)
      await facts.checkout(has_open_checkout ? 'settling' : 'paid')
      for (const { dispute, used_elsewhere_at: _, ...purchase } of stored.purchases)
        await facts.purchase({ ...purchase, dispute_status: dispute })
      for (const subscription of stored.subscriptions) await facts.subscription(subscription)
      for (const grant of stored.grants) {
        const revoked = grant.revoked_at && { revoked_by: 'bob', revoke_reason: 'a test' }
        await app.db.insert(grants).values({ ...grant, ...revoked, account_id, reason: 'a test', granted_by: 'ada' })
      }

      const loaded = await read(account_id)
      const newestFirst = <T>(rows: T[], momentOf: (row: T) => Date) =>
        rows.toSorted((a, b) => momentOf(b).getTime() - momentOf(a).getTime())
      expect(loaded.purchases).toEqual(newestFirst(stored.purchases, ({ paid_at }) => paid_at))
      expect(loaded.subscriptions).toEqual(
        newestFirst(stored.subscriptions, ({ started_at }) => started_at).map((subscription) => ({
          ...subscription,
          customer_id: facts.customer_id,
          cancel_at: null,
        })),
      )
      expect(new Set(loaded.grants)).toEqual(new Set(stored.grants))
      const mayManage = is_customer || stored.subscriptions.some(({ status }) => status !== 'canceled' && status !== 'incomplete')
      expect(loaded.processing_payments).toHaveLength(has_open_checkout ? 1 : 0)
      expect([loaded.customers[0], loaded.has_open_checkout]).toEqual([mayManage ? facts.customer_id : undefined, has_open_checkout])
      const options = { isAdmin: false, now: new Date() }
      const entitlements = entitlementsFor({ ...options, ...loaded })
      expect(entitlements).toEqual(entitlementsFor({ ...options, ...stored, seats: [] }))
      const explained = explainEntitlements({ ...options, ...(await paymentsOf(app.db, account_id)) })
      expect(
        Object.fromEntries(explained.map((explanation) => [explanation.entitlement, explanation.held])),
        'the administrator sees the same',
      ).toEqual(entitlements)
    }),
    { numRuns: 40 },
  )
})

test('an account has no facts by default, and never the facts of another account', async () => {
  const [ada, eve] = [randomUUID(), randomUUID()]
  const facts = recordFacts(app.db, ada)
  await facts.customer(true)
  await facts.checkout('open')
  await facts.purchase()
  await facts.subscription()
  expect(await read(eve)).toEqual({
    grants: [],
    purchases: [],
    subscriptions: [],
    seats: [],
    customers: [],
    has_open_checkout: false,
    processing_payments: [],
    course_starts: {},
  })
})

test('SEAT-02 SEAT-03 seats open the course for those who claimed them, and nothing for their buyer', async () => {
  const [buyer, member, other] = [randomUUID(), randomUUID(), randomUUID()]
  const facts = recordFacts(app.db, buyer)
  const purchase_id = await facts.purchase({ seats: 2, amount: 518_00, charge_id: 'ch_1' })
  const claim = (account_id: string, claimed_at: Date) =>
    app.sql`insert into seats (id, purchase_id, account_id, claimed_at) values (${randomUUID()}, ${purchase_id}, ${account_id}, ${claimed_at.toISOString()})`
  await claim(member, new Date(Date.now() - 1_000))
  await claim(other, new Date())
  const holds = async (account_id: string) =>
    entitlementsFor({ ...(await read(account_id)), isAdmin: false, now: new Date() }).master_course
  const all = async () => [await holds(buyer), await holds(member), await holds(other)]
  expect(await all()).toEqual([false, true, true])
  expect((await read(buyer)).purchases).toEqual([])
  const { seats } = await read(member)
  expect((await paymentsOf(app.db, member)).seats, 'the administrator sees the same').toEqual(seats)

  await facts.changePurchase(purchase_id, { refunded_amount: 259_00 })
  expect(await all(), 'the last one who claimed loses the refunded seat').toEqual([false, true, false])
  await app.sql`update seats set started_at = now() where account_id = ${other}`
  expect(await all(), 'a started seat stays').toEqual([false, false, true])
  await facts.changePurchase(purchase_id, { dispute_status: 'lost', dispute_at: new Date() })
  expect(await all()).toEqual([false, false, false])
})

test('MONEY-05 a seat of another Stripe account opens nothing', async () => {
  const [buyer, member] = [randomUUID(), randomUUID()]
  const purchase_id = await recordFacts(app.db, buyer).purchase({ seats: 2, stripe_account: 'unknown' })
  await app.sql`insert into seats (id, purchase_id, account_id, claimed_at) values (${randomUUID()}, ${purchase_id}, ${member}, now())`
  expect((await read(member)).seats).toEqual([])
})
