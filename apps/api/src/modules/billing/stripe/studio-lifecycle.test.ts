import { GRACE_DAYS } from '@academy/catalog'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'
import { subscriptions } from '../facts/subscriptions.table.ts'

const { app, stripe, buyer, advance, control } = await startSellingAcademy()

const DAY_MS = 86_400_000

type Row = typeof subscriptions.$inferSelect
const time = (moment: Date | null): number => moment?.getTime() ?? Number.NaN

async function subscriber(choice: object = { numberOfPlans: 1 }) {
  const ada = await buyer()
  await ada.buys(choice)
  await app.payments?.sync(await ada.customer())
  const customer = await ada.customer()
  const row = async (): Promise<Row> => {
    await app.payments?.sync(customer)
    const [found] = await app.db.select().from(subscriptions).where(eq(subscriptions.account_id, ada.id))
    if (!found) throw new Error('there is no subscription')
    return found
  }
  return { ada, customer, row }
}

/** Waits until Stripe has finished the events of the moved clock. */
const settled = (row: () => Promise<Row>, status: string) => expect.poll(async () => (await row()).status).toBe(status)

test('D-120 R-09 the bundle’s Studio is free for three months, then paid, then past due with days of grace, then paid again', async () => {
  const { customer, row } = await subscriber({ bundle: true })
  const trial = await row()
  expect(trial).toMatchObject({ status: 'trialing', paid_until: trial.current_period_end })

  await advance(93)
  await settled(row, 'active')
  const active = await row()
  expect(active.paid_until).toEqual(active.current_period_end)
  expect(time(active.paid_until)).toBeGreaterThan(time(trial.paid_until))

  await control(`/stripe/control/customers/${customer}/fail_charges`, { times: 100 })
  await advance(31)
  await settled(row, 'past_due')
  const failed = await row()
  expect(failed.paid_until, 'the unpaid period does not count').toEqual(active.paid_until)
  expect(time(failed.current_period_end) - time(failed.paid_until)).toBeGreaterThan(GRACE_DAYS * DAY_MS)

  await control(`/stripe/control/customers/${customer}/fail_charges`, { times: 0 })
  const { data } = await stripe.invoices.list({ customer, status: 'open', limit: 1 })
  await stripe.invoices.pay(data[0]?.id ?? '')
  await settled(row, 'active')
  expect((await row()).paid_until).toEqual(failed.current_period_end)
})

test('R-09 a month that the operator forgives before it was charged keeps the Studio open', async () => {
  const { ada, customer, row } = await subscriber()
  const { started_at, paid_until } = await row()
  await advance((time(paid_until) - time(started_at)) / DAY_MS + 1 / 1440)
  const drafts = () => stripe.invoices.list({ customer, status: 'draft' })
  await expect.poll(async () => (await drafts()).data.length).toBe(1)
  const [draft] = (await drafts()).data
  await stripe.invoices.finalizeInvoice(draft?.id ?? '', { auto_advance: false })
  await stripe.invoices.voidInvoice(draft?.id ?? '')
  await advance(GRACE_DAYS + 1)
  expect(await row()).toMatchObject({ status: 'active', payment: 'settled' })
  const forgiven = await row()
  expect(time(forgiven.paid_until)).toBeGreaterThan(time(paid_until))
  expect((await ada.context()).entitlements.resources).toBe(true)

  await control(`/stripe/control/customers/${customer}/fail_charges`, { times: 100 })
  await advance(31 - GRACE_DAYS)
  await settled(row, 'past_due')
  expect((await row()).paid_until, 'the grace counts from the end of the forgiven month').toEqual(forgiven.paid_until)
})

test('PRICE-16 a Studio that was cancelled for the end of its period runs until then, and not a day longer', async () => {
  const { ada, row } = await subscriber()
  const { id, current_period_end } = await row()
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(await row()).toMatchObject({ status: 'active', cancel_at: current_period_end })
  expect((await ada.context()).entitlements.resources).toBe(true)
  expect((await ada.checkout({ numberOfPlans: 1 })).statusCode, 'it is not sold again while it runs').toBe(409)

  await advance(32)
  await settled(row, 'canceled')
  expect((await row()).ended_at).toEqual(current_period_end)
  expect((await ada.context()).entitlements.resources).toBe(false)
  expect((await ada.checkout({ numberOfPlans: 1 })).statusCode).toBe(200)
})

test('a Studio that is cancelled at once is over at once; taken up again before the end it goes on', async () => {
  const { ada, row } = await subscriber()
  const { id } = await row()
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  expect(await row()).toMatchObject({ status: 'active', cancel_at: null })
  await stripe.subscriptions.cancel(id)
  expect(await row()).toMatchObject({ status: 'canceled' })
  const { entitlements } = await ada.context()
  expect([entitlements.resources, entitlements.my_prompts]).toEqual([false, false])
})

test('R-14 subscribers of an old price keep the Studio when another price takes over its lookup key', async () => {
  const { ada, row } = await subscriber()
  const { data } = await stripe.prices.list({ lookup_keys: ['studio_eur'] })
  const [old] = data
  await stripe.prices.create({
    currency: 'eur',
    unit_amount: 21_00,
    lookup_key: 'studio_eur',
    transfer_lookup_key: true,
    metadata: { offer: 'studio' },
    product: String(old?.product),
    recurring: { interval: 'month' },
  })
  expect(await row()).toMatchObject({ status: 'active' })
  expect((await ada.context()).entitlements.resources).toBe(true)
})

test('ignores a subscription to another product of the same Stripe account', async () => {
  const { customer, ada } = await subscriber({ masterCourse: true })
  const price = await stripe.prices.create({
    currency: 'eur',
    unit_amount: 5_00,
    recurring: { interval: 'month' },
    product_data: { name: 'A newsletter' },
  })
  await stripe.subscriptions.create({ customer, items: [{ price: price.id }], trial_period_days: 30 })
  await app.payments?.sync(customer)
  expect((await ada.context()).subscriptions).toEqual([])
  expect((await ada.context()).entitlements.resources).toBe(false)
})
