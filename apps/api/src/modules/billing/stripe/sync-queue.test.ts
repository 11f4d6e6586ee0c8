import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Batch, SyncQueue } from './sync-queue.ts'

const hint = (id: string) => ({ id, type: 'invoice.paid', created: new Date(0), source: 'webhook' as const })

/** Creates a queue whose syncs end when the test says so. */
function startQueue(concurrency = 5) {
  const syncs: { batch: Batch; end: () => void; fail: (error: Error) => void }[] = []
  const queue = new SyncQueue(concurrency, (batch) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    syncs.push({ batch: { ...batch, events: [...batch.events] }, end: resolve, fail: reject })
    return promise
  })
  const at = (index: number) => {
    const sync = syncs[index]
    if (!sync) throw new Error(`there was no sync ${index}`)
    return sync
  }
  return { queue, syncs, at }
}

test('one sync serves all requests from before its start; later requests share the next one', async () => {
  const { queue, syncs, at } = startQueue(1)
  const other = queue.sync('cus_other', { event: hint('evt_0') })
  await turn()
  const promises = [queue.sync('cus_1', { event: hint('evt_1') }), queue.sync('cus_1', { event: hint('evt_2') })]
  at(0).end()
  await other
  await turn()
  promises.push(queue.sync('cus_1', { event: hint('evt_3') }), queue.sync('cus_1', { event: hint('evt_1') }))
  await turn()
  expect(syncs.map(({ batch }) => batch.events.map(({ id }) => id))).toEqual([['evt_0'], ['evt_1', 'evt_2']])
  at(1).end()
  await Promise.all(promises.slice(0, 2))
  await turn()
  at(2).end()
  await Promise.all(promises)
  expect(syncs.map(({ batch }) => batch.events.map(({ id }) => id)).at(2)).toEqual(['evt_3', 'evt_1'])
})

test('a failed sync rejects all waiting requests, and none that came later', async () => {
  const { queue, at } = startQueue()
  const first = queue.sync('cus_1', { event: hint('evt_1') })
  await turn()
  const second = queue.sync('cus_1', { event: hint('evt_2') })
  at(0).fail(new Error('Stripe is away'))
  await expect(first).rejects.toThrow('Stripe is away')
  await turn()
  at(1).end()
  await expect(second).resolves.toBeUndefined()
})

test('syncs as many customers at a time as allowed, each of them once', async () => {
  const { queue, syncs, at } = startQueue(2)
  const all = ['cus_1', 'cus_1', 'cus_2', 'cus_3'].map((customer) => queue.sync(customer))
  const seen = () => syncs.map(({ batch }) => batch.customer_id)
  await turn()
  expect(seen()).toEqual(['cus_1', 'cus_2'])
  at(1).end()
  await expect.poll(seen).toEqual(['cus_1', 'cus_2', 'cus_3'])
  at(2).end()
  at(0).end()
  // The second request for the first customer came after its sync had started.
  await expect.poll(seen).toEqual(['cus_1', 'cus_2', 'cus_3', 'cus_1'])
  at(3).end()
  await Promise.all(all)
})

test('a request without an event, or for a deleted customer, syncs although all events were applied before', async () => {
  const { queue, at } = startQueue(1)
  const busy = queue.sync('cus_0')
  await turn()
  const promises = [queue.sync('cus_1', { event: hint('evt_1') }), queue.sync('cus_1'), queue.sync('cus_1', { maybeDeleted: true })]
  at(0).end()
  await busy
  await turn()
  expect(at(1).batch).toMatchObject({ unconditional: true, maybeDeleted: true })
  at(1).end()
  await Promise.all(promises)
})

test('R-10 syncs customers of waiting users before those of webhooks', async () => {
  const { queue, syncs, at } = startQueue(1)
  const busy = queue.sync('cus_busy', { event: hint('evt_0') })
  await turn()
  const webhooks = Array.from({ length: 20 }, (_, index) => queue.sync(`cus_${index}`, { event: hint(`evt_${index + 1}`) }))
  // One of them already had a webhook request, one had none.
  const waits = [queue.sync('cus_7'), queue.sync('cus_buyer')]
  for (let index = 0; index < 22; index += 1) {
    at(index).end()
    await turn()
  }
  await Promise.all([busy, ...webhooks, ...waits])
  expect(syncs.map(({ batch }) => batch.customer_id).slice(0, 4)).toEqual(['cus_busy', 'cus_7', 'cus_buyer', 'cus_0'])
  expect(syncs).toHaveLength(22)
})

test('keeps the last place for webhooks while users wait', async () => {
  const { queue, syncs, at } = startQueue(3)
  const seen = () => syncs.map(({ batch }) => batch.customer_id)
  const waits = ['cus_1', 'cus_2', 'cus_3', 'cus_4', 'cus_5'].map((customer) => queue.sync(customer))
  const webhooks = ['cus_6', 'cus_7'].map((customer, index) => queue.sync(customer, { event: hint(`evt_${index}`) }))
  await turn()
  expect(seen(), 'while no webhook waits, users have all places').toEqual(['cus_1', 'cus_2', 'cus_3'])
  for (const [index, next] of ['cus_6', 'cus_4', 'cus_7'].entries()) {
    at([0, 1, 3][index] ?? 0).end()
    await turn()
    expect(seen().at(-1)).toBe(next)
  }
  for (const index of [2, 4, 5]) {
    at(index).end()
    await turn()
  }
  at(6).end()
  await Promise.all([...waits, ...webhooks])
})

test('retries sync unconditionally, and after the customers of waiting users', async () => {
  const { queue, syncs, at } = startQueue(1)
  const busy = queue.sync('cus_busy')
  const promises = [queue.sync('cus_1', { isPatient: true }), queue.sync('cus_2')]
  for (const index of [0, 1, 2]) {
    at(index).end()
    await turn()
  }
  await Promise.all([busy, ...promises])
  expect(syncs.map(({ batch }) => [batch.customer_id, batch.unconditional])).toEqual([
    ['cus_busy', true],
    ['cus_2', true],
    ['cus_1', true],
  ])
})

test('is idle once all requests are done, also failed ones', async () => {
  const { queue, at } = startQueue(1)
  await queue.idle()
  const promises = [queue.sync('cus_1'), queue.sync('cus_2')]
  let isIdle = false
  const idle = queue.idle().then(() => {
    isIdle = true
  })
  at(0).fail(new Error('Stripe is away'))
  await expect(promises[0]).rejects.toThrow('Stripe is away')
  await turn()
  expect(isIdle).toBe(false)
  at(1).end()
  await idle
})
