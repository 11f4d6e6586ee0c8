import { randomUUID } from 'node:crypto'
import { entitlementsFor, explainEntitlements, PACKAGES } from '@academy/catalog'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { factsReader } from './facts.store.ts'
import { grants } from './grants.table.ts'
import { paymentsOf } from './payments.store.ts'

const { app } = await buildTestApp()
const read = factsReader(app.db)

/** Around now, as Postgres keeps it: to the millisecond. */
const moment = fc.integer({ min: -20 * 86_400_000, max: 20 * 86_400_000 }).map((ms) => new Date(Date.now() + ms))
const purchase = fc.record({
  offer: fc.constantFrom('master_course' as const, 'bundle' as const),
  price_id: fc.constantFrom('price_1', 'price_2'),
  paid_at: moment,
  refunded_at: fc.option(moment),
  dispute: fc.option(fc.constantFrom('open' as const, 'won' as const, 'lost' as const)),
  dispute_at: fc.option(moment),
})
const subscription = fc.record({
  offer: fc.constant('studio' as const),
  price_id: fc.constantFrom('price_3', 'price_4'),
  status: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'paused'),
  started_at: moment,
  paid_until: fc.option(moment),
  ended_at: fc.option(moment),
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

test('nobody has facts by default, and an account is told none of another', async () => {
  const [ada, eve] = [randomUUID(), randomUUID()]
  const facts = recordFacts(app.db, ada)
  await facts.customer(true)
  await facts.checkout('open')
  await facts.purchase()
  await facts.subscription()
  expect(await read(eve)).toEqual({ grants: [], purchases: [], subscriptions: [], customers: [], has_open_checkout: false })
})
