import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, owner, stripe, buyer, advance, control, loseDispute, settleDebits, fault, clearFaults } = await startSellingAcademy()

type Bought = { subscription_id: string; charge_id: string }

/** A buyer of the bundle, in the free months of its Studio. */
async function bundleBuyer(payment: object = {}) {
  const ada = await buyer()
  await ada.buys({ bundle: true }, payment)
  const customer = await ada.customer()
  await settleDebits(customer, 'succeeded')
  const sync = async () => await app.payments?.sync(customer)
  await sync()
  const [bought] = await app.sql<Bought[]>`select subscription_id, charge_id from purchases where account_id = ${ada.id}`
  if (!bought) throw new Error('nothing was bought')
  return {
    ada,
    customer,
    sync,
    charge: bought.charge_id,
    studio: () => stripe.subscriptions.retrieve(bought.subscription_id),
    /** The operator's view of it. */
    auditEntries: () => app.sql`select who, what, reason, details from audit_log where account_id = ${ada.id}`,
    opens: async () => {
      const { entitlements } = await ada.context()
      return [entitlements.master_course, entitlements.resources]
    },
    /** Every amount that was charged. */
    charged: async () => (await stripe.charges.list({ customer })).data.filter(({ paid }) => paid).map(({ amount }) => amount),
  }
}

test.each([
  { how: 'refunded', giveBack: (charge: string) => stripe.refunds.create({ charge }), says: /refunded in full/ },
  { how: 'lost at the bank', giveBack: loseDispute, says: /dispute .* was lost/ },
])(
  'R-09 D-126 a bundle that was $how takes its free Studio along: nothing is open, nothing is charged later',
  async ({ giveBack, says }) => {
    const bundle = await bundleBuyer()
    await giveBack(bundle.charge)
    await bundle.sync()
    const { id, status } = await bundle.studio()
    expect(status).toBe('canceled')
    expect(await bundle.opens()).toEqual([false, false])
    await advance(200)
    await bundle.sync()
    expect(await bundle.charged()).toEqual([249_00])
    expect(await bundle.auditEntries(), 'recorded once, after several syncs').toEqual([
      {
        who: 'the academy',
        what: 'end_studio',
        reason: expect.stringMatching(says),
        details: expect.objectContaining({ subscription: id }),
      },
    ])
  },
  60_000,
)

test('R-09 a partial refund ends nothing; refunding the rest ends the bundle', async () => {
  const { charge, sync, opens, studio } = await bundleBuyer()
  await stripe.refunds.create({ charge, amount: 100_00 })
  await sync()
  expect([await opens(), (await studio()).status]).toEqual([[true, true], 'trialing'])
  await stripe.refunds.create({ charge })
  await sync()
  expect([await opens(), (await studio()).status]).toEqual([[false, false], 'canceled'])
})

test('R-09 a Studio with a paid month continues when the bundle is refunded', async () => {
  const { charge, sync, opens, studio, auditEntries } = await bundleBuyer()
  await advance(93)
  await expect.poll(async () => (await stripe.invoices.list({ subscription: (await studio()).id, status: 'paid' })).data.length).toBe(2)
  await stripe.refunds.create({ charge })
  await sync()
  expect([await opens(), (await studio()).status, await auditEntries()]).toEqual([[false, true], 'active', []])
})

test('R-09 a Studio whose first month failed is not charged after the bundle was refunded', async () => {
  const { charge, customer, sync, opens, studio, charged } = await bundleBuyer()
  await control(`/stripe/control/customers/${customer}/fail_charges`, { times: 1 })
  await advance(93)
  await expect.poll(async () => (await studio()).status).toBe('past_due')
  await stripe.refunds.create({ charge })
  await sync()
  expect([await opens(), (await studio()).status]).toEqual([[false, false], 'canceled'])
  await advance(30)
  expect(await charged()).toEqual([249_00])
})

test('R-09 a refund in the hour before the first charge still prevents it', async () => {
  const { charge, sync, studio, charged } = await bundleBuyer()
  const { trial_end } = await studio()
  const { created: now } = await stripe.customers.create({})
  await advance(((trial_end ?? 0) - now + 60) / 86_400)
  await expect.poll(async () => (await studio()).status).toBe('active')
  await stripe.refunds.create({ charge })
  await sync()
  expect((await studio()).status).toBe('canceled')
  await advance(5)
  expect(await charged()).toEqual([249_00])
})

test('R-09 while Stripe is down nothing ends, and reconciling ends it later', async () => {
  const { charge, sync, opens, studio, auditEntries } = await bundleBuyer()
  await stripe.refunds.create({ charge })
  await fault({ kind: 'error', status: 500, path: '/v1/subscriptions/' })
  await expect(sync()).rejects.toThrow()
  await clearFaults()
  expect((await studio()).status).toBe('trialing')
  await app.reconcilePayments()
  expect([await opens(), (await studio()).status]).toEqual([[false, false], 'canceled'])
  expect(await auditEntries()).toHaveLength(1)
})

test('the next sync records what was cancelled at Stripe while the database failed', async () => {
  const { ada, charge, sync, studio, auditEntries } = await bundleBuyer()
  await stripe.refunds.create({ charge })
  await owner.unsafe(`alter table purchases add constraint broken check (account_id <> '${ada.id}' or refunded_at is null)`)
  await expect(sync()).rejects.toThrow()
  expect([(await studio()).status, await auditEntries()]).toEqual(['canceled', []])
  await owner`alter table purchases drop constraint broken`
  await sync()
  expect(await auditEntries()).toHaveLength(1)
})

test.each([
  { outcome: 'succeeded' as const, status: 'active', amounts: [17_00, 249_00] },
  { outcome: 'failed' as const, status: 'canceled', amounts: [249_00] },
])('R-09 a Studio whose first month is processing waits for the bank after the bundle was refunded: $outcome', async (expected) => {
  const bundle = await bundleBuyer({ bank: true })
  await advance(93)
  await stripe.refunds.create({ charge: bundle.charge })
  await bundle.sync()
  await settleDebits(bundle.customer, expected.outcome)
  await bundle.sync()
  expect((await bundle.studio()).status).toBe(expected.status)
  expect(await bundle.charged()).toEqual(expected.amounts)
})
