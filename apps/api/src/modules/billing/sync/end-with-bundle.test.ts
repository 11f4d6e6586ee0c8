import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, owner, stripe, buyer, advance, control, fault, noFaults } = await startSellingAcademy()

type Bought = { subscription_id: string; charge_id: string }

/** A buyer of the bundle, in the free months of its Studio. */
async function bundleBuyer() {
  const ada = await buyer()
  await ada.buys({ bundle: true })
  const customer = await ada.customer()
  const look = async () => await app.payments?.sync(customer)
  await look()
  const [bought] = await app.sql<Bought[]>`select subscription_id, charge_id from purchases where account_id = ${ada.id}`
  if (!bought) throw new Error('nothing was bought')
  return {
    ada,
    customer,
    look,
    charge: bought.charge_id,
    studio: () => stripe.subscriptions.retrieve(bought.subscription_id),
    /** What the operator reads about it. */
    told: () => app.sql`select who, what, reason, details from audit_log where account_id = ${ada.id}`,
    opens: async () => {
      const { entitlements } = await ada.context()
      return [entitlements.master_course, entitlements.resources]
    },
    /** Every amount that was ever taken. */
    taken: async () => (await stripe.charges.list({ customer })).data.filter(({ paid }) => paid).map(({ amount }) => amount),
  }
}

/** The bank decides about a payment for its buyer. */
async function lose(charge: string): Promise<void> {
  const { id } = await control<{ id: string }>('/stripe/control/disputes', { charge })
  await control(`/stripe/control/disputes/${id}/close`, { outcome: 'lost' })
}

test.each([
  { how: 'refunded', giveBack: (charge: string) => stripe.refunds.create({ charge }), says: /refunded in full/ },
  { how: 'lost at the bank', giveBack: lose, says: /dispute .* was lost/ },
])(
  'R-09 D-126 a bundle that was $how takes its free Studio along: nothing is open, nothing is charged later',
  async ({ giveBack, says }) => {
    const bundle = await bundleBuyer()
    await giveBack(bundle.charge)
    await bundle.look()
    const { id, status } = await bundle.studio()
    expect(status).toBe('canceled')
    expect(await bundle.opens()).toEqual([false, false])
    await advance(200)
    await bundle.look()
    expect(await bundle.taken()).toEqual([249_00])
    expect(await bundle.told(), 'told once, however often it is looked at').toEqual([
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

test('R-09 a part of the bundle that went back ends nothing, the rest of it everything', async () => {
  const { charge, look, opens, studio } = await bundleBuyer()
  await stripe.refunds.create({ charge, amount: 100_00 })
  await look()
  expect([await opens(), (await studio()).status]).toEqual([[true, true], 'trialing'])
  await stripe.refunds.create({ charge })
  await look()
  expect([await opens(), (await studio()).status]).toEqual([[false, false], 'canceled'])
})

test('R-09 a Studio that was paid for since is a purchase of its own, and stays when the bundle is given back', async () => {
  const { charge, look, opens, studio, told } = await bundleBuyer()
  await advance(93)
  await expect.poll(async () => (await stripe.invoices.list({ subscription: (await studio()).id, status: 'paid' })).data.length).toBe(2)
  await stripe.refunds.create({ charge })
  await look()
  expect([await opens(), (await studio()).status, await told()]).toEqual([[false, true], 'active', []])
})

test('R-09 a Studio whose first month could not be charged is not charged for after the bundle was given back', async () => {
  const { charge, customer, look, opens, studio, taken } = await bundleBuyer()
  await control(`/stripe/control/customers/${customer}/fail_charges`, { times: 1 })
  await advance(93)
  await expect.poll(async () => (await studio()).status).toBe('past_due')
  await stripe.refunds.create({ charge })
  await look()
  expect([await opens(), (await studio()).status]).toEqual([[false, false], 'canceled'])
  await advance(30)
  expect(await taken()).toEqual([249_00])
})

test('R-09 in the hour before the first month is charged a bundle that is given back still prevents it', async () => {
  const { charge, look, studio, taken } = await bundleBuyer()
  const { trial_end } = await studio()
  const { created: now } = await stripe.customers.create({})
  await advance(((trial_end ?? 0) - now + 60) / 86_400)
  await expect.poll(async () => (await studio()).status).toBe('active')
  await stripe.refunds.create({ charge })
  await look()
  expect((await studio()).status).toBe('canceled')
  await advance(5)
  expect(await taken()).toEqual([249_00])
})

test('R-09 while Stripe is down nothing ends, and reconciling makes up for it', async () => {
  const { charge, look, opens, studio, told } = await bundleBuyer()
  await stripe.refunds.create({ charge })
  await fault({ kind: 'error', status: 500, path: '/v1/subscriptions/' })
  await expect(look()).rejects.toThrow()
  await noFaults()
  expect((await studio()).status).toBe('trialing')
  await app.reconcilePayments()
  expect([await opens(), (await studio()).status]).toEqual([[false, false], 'canceled'])
  expect(await told()).toHaveLength(1)
})

test('the next sync records what was cancelled at Stripe while the database failed', async () => {
  const { ada, charge, look, studio, told } = await bundleBuyer()
  await stripe.refunds.create({ charge })
  await owner.unsafe(`alter table purchases add constraint broken check (account_id <> '${ada.id}' or refunded_at is null)`)
  await expect(look()).rejects.toThrow()
  expect([(await studio()).status, await told()]).toEqual(['canceled', []])
  await owner`alter table purchases drop constraint broken`
  await look()
  expect(await told()).toHaveLength(1)
})
