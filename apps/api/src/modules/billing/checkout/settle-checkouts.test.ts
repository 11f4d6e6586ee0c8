import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, buyer, fault, clearFaults, logs } = await startSellingAcademy()

beforeEach(clearFaults)

/** The time, in milliseconds, that a request waits for a sync (`settle-checkouts.ts`). */
const MAX_WAIT_MS = 2_500

/** Lets the requests of a test wait for a sync for a minute, because a busy machine is slow. */
function waitLongerForSyncs(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === MAX_WAIT_MS ? 60_000 : ms))
  onTestFinished(() => spy.mockRestore())
}

async function syncCount(): Promise<number> {
  const metric = await app.metrics.getSingleMetric('stripe_customer_syncs_total')?.get()
  return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0
}

test('R-10 D-125 unlocks a purchase when the buyer returns before the webhook', async () => {
  waitLongerForSyncs()
  const ada = await buyer()
  await ada.buys({ bundle: true })
  const { entitlements, stripe_customer_id } = await ada.context()
  expect([entitlements.master_course, entitlements.resources, stripe_customer_id]).toEqual([true, true, await ada.customer()])
})

test('R-10 concurrent requests fetch a checkout once; accounts without an open checkout fetch nothing', async () => {
  waitLongerForSyncs()
  const [ada, bob] = [await buyer(), await buyer()]
  await ada.checkout({ masterCourse: true })
  const before = await syncCount()
  await Promise.all(Array.from({ length: 8 }, () => ada.context()))
  expect(await syncCount()).toBe(before + 1)
  await Promise.all([bob.context(), bob.context()])
  expect(await syncCount()).toBe(before + 1)
})

test('R-10 syncs again after some seconds, and finds a payment of the meantime', async () => {
  const ada = await buyer()
  const response = await ada.checkout({ masterCourse: true })
  expect((await ada.context()).entitlements.master_course).toBe(false)
  const session = /cs_\w+/.exec(response.json().url)?.[0] ?? ''
  await ada.pays(session)
  await expect.poll(async () => (await ada.context()).entitlements.master_course).toBe(true)
})

test.each([{ kind: 'error', status: 500 }, { kind: 'down' }, { kind: 'slow', delay_ms: 8_000 }])(
  'R-10 while Stripe fails (%o) the context is answered as it is known, and later as it is',
  async (failure) => {
    const ada = await buyer()
    await ada.buys({ masterCourse: true })
    await fault(failure)
    expect((await ada.context()).entitlements.master_course).toBe(false)
    await clearFaults()
    await expect.poll(async () => (await ada.context()).entitlements.master_course).toBe(true)
    expect(logs.filter((line) => line.includes('"level":50'))).toEqual([])
  },
)
