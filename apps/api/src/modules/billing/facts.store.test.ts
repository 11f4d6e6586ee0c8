import { randomUUID } from 'node:crypto'
import { entitlementsFor, explainEntitlements, PACKAGES } from '@academy/catalog'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { factsReader } from './facts.store.ts'
import { grants } from './grants.table.ts'
import { paymentsOf } from './payments.store.ts'
import type { StripeOrigin } from './stripe-origin.ts'

const { app } = await buildTestApp()
const read = factsReader(app.db)

/** Around now, as Postgres keeps it: to the millisecond. */
const moment = fc.integer({ min: -20 * 86_400_000, max: 20 * 86_400_000 }).map((ms) => new Date(Date.now() + ms))
/** Origins as the connected account `acct_a` in live mode sees them. */
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
const isOwnOrigin = (one: StripeOrigin) => OWN.includes(one)
const purchase = fc.record({
  offer: fc.constantFrom('master_course' as const, 'bundle' as const),
  price_id: fc.constantFrom('price_1', 'price_2'),
  paid_at: moment,
  refunded_at: fc.option(moment),
  dispute: fc.option(fc.constantFrom('open' as const, 'won' as const, 'lost' as const)),
  dispute_at: fc.option(moment),
  revoked_at: fc.option(moment),
})
const subscription = fc.record({
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
  // Nothing orders what began in the same millisecond.
  purchases: fc.uniqueArray(purchase, { maxLength: 4, selector: ({ paid_at }) => paid_at.getTime() }),
  subscriptions: fc.uniqueArray(subscription, { maxLength: 4, selector: ({ started_at }) => started_at.getTime() }),
  // At most one of each package stands at a time.
  grants: fc.uniqueArray(grant, { maxLength: 3, selector: (one) => one.package }),
  is_customer: fc.boolean(),
  has_open_checkout: fc.boolean(),
})

test('MONEY-05 whatever the origins of the facts are, those of another account or mode are left out, and the others decide', async () => {
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
    fc.asyncProperty(withOrigins, async (told) => {
      const account_id = randomUUID()
      const facts = recordFacts(app.db, account_id)
      await facts.customer(true)
      await app.sql`update billing_customers set ${app.sql(told.customer)} where account_id = ${account_id}`
      await facts.checkout('settling', told.checkout)
      for (const { fact, from } of told.purchases) {
        const { dispute, ...one } = fact
        await facts.purchase({ ...one, ...from, dispute_status: dispute })
      }
      for (const { fact, from } of told.subscriptions) await facts.subscription({ ...fact, ...from })

      const known = await read(account_id)
      const own = <T>(all: readonly { fact: T; from: StripeOrigin }[]) => all.flatMap(({ fact, from }) => (isOwnOrigin(from) ? [fact] : []))
      const [bought, subscribed] = [own(told.purchases), own(told.subscriptions)]
      expect(new Set(known.purchases)).toEqual(new Set(bought))
      expect(new Set(known.subscriptions)).toEqual(new Set(subscribed))
      expect(known.has_open_checkout).toBe(isOwnOrigin(told.checkout))
      const mayManage = isOwnOrigin(told.customer) || subscribed.some(({ status }) => status !== 'canceled' && status !== 'incomplete')
      expect(known.customers.length > 0).toBe(mayManage)
      const asked = { isAdmin: false, now: new Date(), grants: [] }
      expect(entitlementsFor({ ...asked, ...known })).toEqual(entitlementsFor({ ...asked, purchases: bought, subscriptions: subscribed }))
    }),
    { numRuns: 30 },
  )
})

test('R-09 facts come back as they were recorded, to the millisecond, and decide the same', async () => {
  await fc.assert(
    fc.asyncProperty(recorded, async ({ is_customer, has_open_checkout, ...told }) => {
      const account_id = randomUUID()
      const facts = recordFacts(app.db, account_id)
      await facts.customer(is_customer)
      await facts.checkout(has_open_checkout ? 'settling' : 'paid')
      for (const { dispute, ...one } of told.purchases) await facts.purchase({ ...one, dispute_status: dispute })
      for (const one of told.subscriptions) await facts.subscription(one)
      for (const one of told.grants) {
        const revoked = one.revoked_at && { revoked_by: 'bob', revoke_reason: 'a test' }
        await app.db.insert(grants).values({ ...one, ...revoked, account_id, reason: 'a test', granted_by: 'ada' })
      }

      const known = await read(account_id)
      const newestFirst = <T>(rows: T[], momentOf: (row: T) => Date) =>
        rows.toSorted((a, b) => momentOf(b).getTime() - momentOf(a).getTime())
      expect(known.purchases).toEqual(newestFirst(told.purchases, ({ paid_at }) => paid_at))
      expect(known.subscriptions).toEqual(newestFirst(told.subscriptions, ({ started_at }) => started_at))
      expect(new Set(known.grants)).toEqual(new Set(told.grants))
      const mayManage = is_customer || told.subscriptions.some(({ status }) => status !== 'canceled' && status !== 'incomplete')
      expect(known.processing_payments).toHaveLength(has_open_checkout ? 1 : 0)
      expect([known.customers[0], known.has_open_checkout]).toEqual([mayManage ? facts.customer_id : undefined, has_open_checkout])
      const asked = { isAdmin: false, now: new Date() }
      const held = entitlementsFor({ ...asked, ...known })
      expect(held).toEqual(entitlementsFor({ ...asked, ...told }))
      const explained = explainEntitlements({ ...asked, ...(await paymentsOf(app.db, account_id)) })
      expect(Object.fromEntries(explained.map((one) => [one.entitlement, one.held])), 'and the administrator is told the same').toEqual(
        held,
      )
    }),
    { numRuns: 40 },
  )
})

test('an account has no facts by default, and never those of another', async () => {
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
    customers: [],
    has_open_checkout: false,
    processing_payments: [],
  })
})
