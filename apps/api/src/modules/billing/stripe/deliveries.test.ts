import { beforeEach, expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, buyer, stripe, fault, clearFaults, standins } = await startSellingAcademy({ delivers: true })

beforeEach(clearFaults)

type Delivery = { status: string; attempts: { status: number | null }[] }

const deliveries = async (): Promise<Delivery[]> => {
  const response = (await (await fetch(`${standins.url}/stripe/api/deliveries`)).json()) as { deliveries: Delivery[] }
  return response.deliveries
}
const rows = async (id: string) => {
  const [row] = await app.sql`
    select (select count(*)::int from purchases where account_id = ${id} and refunded_at is null) as purchases,
           (select count(*)::int from subscriptions where account_id = ${id} and status in ('active', 'trialing')) as subscriptions`
  return row
}

test.each([[], [{ kind: 'webhook_delay', delay_ms: 1_000 }]])('what Stripe sends by itself is applied (%o)', async (failure?: object) => {
  if (failure) await fault(failure)
  const ada = await buyer()
  const session = await ada.buys({ bundle: true })
  await expect.poll(() => rows(ada.id)).toEqual({ purchases: 1, subscriptions: 1 })
  const [bought] = await app.sql<{ payment_intent_id: string }[]>`select payment_intent_id from purchases where id = ${session}`
  await stripe.refunds.create({ payment_intent: bought?.payment_intent_id ?? '' })
  await expect.poll(() => rows(ada.id)).toEqual({ purchases: 0, subscriptions: 0 })
})

test('reconciling finds events whose webhooks were lost', async () => {
  await fault({ kind: 'webhook_drop' })
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  await app.reconcilePayments()
  expect(await rows(ada.id)).toEqual({ purchases: 1, subscriptions: 0 })
})

test('every webhook that arrived was answered with 200', async () => {
  const pendingCount = () => deliveries().then((all) => all.filter(({ status }) => status === 'pending').length)
  await expect.poll(pendingCount).toBe(0)
  const statuses = (await deliveries()).flatMap(({ attempts }) => attempts.map(({ status }) => status))
  expect(new Set(statuses)).toEqual(new Set([200]))
})
