import { afterAll, expect, test } from 'vitest'
import { startTestStandins } from '../testing/standins.ts'
import { getJson, newDevice, recording, sendBatch } from './testing/deliver.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())

const [meta, snapshot, move] = [
  { type: 4, timestamp: 1000, data: { href: 'http://localhost:3000/login', width: 1440, height: 900 } },
  { type: 2, timestamp: 1001, data: { node: { type: 0, childNodes: [], id: 1 }, initialOffset: { left: 0, top: 0 } } },
  { type: 3, timestamp: 1500, data: { source: 1, positions: [] } },
] as const

const click = {
  x: 10,
  y: 20,
  selector: '#main > button',
  viewportHeight: 900,
  viewportWidth: 1440,
  pageUrl: 'http://localhost:3000/login',
  timestamp: 3_600_000,
  type: 'click',
  count: 2,
}
const scroll = {
  maxScrollX: 0,
  maxScrollY: 400,
  maxScrollWidth: 1440,
  maxScrollHeight: 1300,
  viewportHeight: 900,
  viewportWidth: 1440,
  pageUrl: 'http://localhost:3000/login',
  timestamp: 1234,
  type: 'scroll',
}

type Batch = { type: string; session_id: string; sent_as: string; encoding: string; events: unknown[] }
const batchesOf = (device: string) => getJson<Batch[]>(standins, `batches?device_id=${device}`)

test('REPLAY-03 REPLAY-09 accepts a compressed batch with device, session, type, and the key in a header', async () => {
  const device_id = newDevice()
  const response = await sendBatch(standins, { device_id, body: { version: 1, events: recording(meta, snapshot) } })
  expect(response.status).toBe(200)
  expect(await batchesOf(device_id)).toMatchObject([
    { type: 'replay', session_id: '1790000000000', sent_as: 'bearer', encoding: 'gzip', events: [meta, snapshot] },
  ])
})

test('REPLAY-10 accepts a beacon with the key in the URL', async () => {
  const device_id = newDevice()
  await sendBatch(standins, { device_id, body: { version: 1, events: recording(meta, snapshot) } })
  await sendBatch(standins, { device_id, by: 'beacon', body: { version: 2, events: recording(move, meta) } })
  const [, beacon] = await batchesOf(device_id)
  expect(beacon).toMatchObject({ sent_as: 'query', encoding: 'identity', events: [move, meta] })
})

test('REPLAY-04 REPLAY-05 requires the fields of clicks and scrolling', async () => {
  const device_id = newDevice()
  const send = (events: unknown[]) => sendBatch(standins, { device_id, type: 'interaction', by: 'beacon', body: { version: 1, events } })
  expect((await send([click, scroll])).status).toBe(200)
  for (const event of [click, scroll]) {
    for (const field of Object.keys(event)) {
      // a clicked element may have no selector, because the vendor's library stops searching after a while
      const status = field === 'selector' ? 200 : 400
      expect([field, (await send([{ ...event, [field]: undefined }])).status]).toEqual([field, status])
    }
  }
  expect((await batchesOf(device_id))[0]).toMatchObject({ type: 'interaction', events: [click, scroll] })
})

test('refuses batches that the vendor’s library would never send', async () => {
  const device_id = newDevice()
  const good = { version: 1, events: recording(meta) }
  const refused: [Parameters<typeof sendBatch>[1], number][] = [
    [{ device_id, body: good, by: 'none' }, 401],
    [{ device_id: '', body: good }, 400],
    [{ device_id, session_id: 'today', body: good }, 400],
    [{ device_id, type: 'video', body: good }, 400],
    [{ device_id, body: { version: 3, events: recording(meta) } }, 400],
    [{ device_id, body: { version: 1, events: [] } }, 400],
    [{ device_id, body: { version: 1, events: [meta] } }, 400],
    [{ device_id, body: { version: 1, events: ['{"type":'] } }, 400],
    [{ device_id, body: '{"version":1', by: 'beacon' }, 400],
    [{ device_id, body: { version: 1, events: recording({ ...meta, data: 'x'.repeat(10_000_000) }) } }, 413],
  ]
  for (const [batch, status] of refused) expect((await sendBatch(standins, batch)).status).toBe(status)
  expect(await batchesOf(device_id)).toEqual([])
})

test('accepts recordings with characters that Postgres’ jsonb refuses', async () => {
  const device_id = newDevice()
  const event = { type: 3, timestamp: 2000, data: { text: 'a\u0000b \ud83d' } }
  expect((await sendBatch(standins, { device_id, body: { version: 1, events: recording(event) } })).status).toBe(200)
  expect((await batchesOf(device_id))[0]?.events).toEqual([event])
})
