import { afterAll, expect, test } from 'vitest'
import { setFault, startTestStandins } from '../testing/standins.ts'
import { getJson, newDevice, pageView, sendEvents } from './testing/deliver.ts'

const standins = await startTestStandins()
afterAll(() => standins.stop())

type Event = { event_type: string; event_properties?: Record<string, unknown> }
const eventsOf = (device: string) => getJson<Event[]>(standins, `events?device_id=${device}`)

test.each([false, true])('accepts an upload, compressed or not (gzip: %s), and lists it', async (gzip) => {
  const device = newDevice()
  const response = await sendEvents(standins, [pageView(device), pageView(device, { page_name: 'Settings' })], { gzip })
  expect([response.status, response.code, response.rest.events_ingested]).toEqual([200, 200, 2])
  const events = await eventsOf(device)
  expect(events.map(({ event_properties }) => event_properties)).toEqual([{ page_name: 'Dashboard' }, { page_name: 'Settings' }])
})

test('stores an event once when the client repeats it after a lost response', async () => {
  const device = newDevice()
  const event = pageView(device)
  await sendEvents(standins, [event])
  await sendEvents(standins, [event])
  expect(await eventsOf(device)).toHaveLength(1)
})

test('shortens texts as Amplitude does', async () => {
  const device = newDevice()
  await sendEvents(standins, [pageView(device, { texts: ['x'.repeat(2000)] })])
  expect(await eventsOf(device)).toMatchObject([{ event_properties: { texts: ['x'.repeat(1024)] } }])
})

test('refuses invalid uploads with Amplitude’s messages and the invalid events', async () => {
  const device = newDevice()
  const good = pageView(device)
  const refusals = [
    [await sendEvents(standins, [good], { key: 'f'.repeat(32) }), 400, /^Invalid API key: ffff/, {}],
    [await sendEvents(standins, [good], { key: '' }), 400, /^Invalid API key/, {}],
    [await sendEvents(standins, []), 400, /missing required field/, { missing_field: 'events' }],
    ...(await Promise.all(
      [{ event_type: undefined }, { time: 'now' }, { device_id: 'abc' }, { device_id: 'undefined' }, { device_id: undefined }].map(
        async (change) => {
          const response = await sendEvents(standins, [good, { ...good, ...change }])
          const events_with_invalid_fields = { [Object.keys(change).join()]: [1] }
          return [response, 400, /Invalid field values/, { events_with_invalid_fields }] as const
        },
      ),
    )),
    [await sendEvents(standins, [pageView(device, { text: 'x'.repeat(1_000_000) })]), 413, /Payload too large/, {}],
    [await sendEvents(standins, [pageView(device, { text: 'x'.repeat(1_000_000) })], { gzip: true }), 413, /Payload too large/, {}],
    [await sendEvents(standins, Array(2001).fill(good)), 413, /Payload too large/, {}],
    [await sendEvents(standins, [good], { headers: { 'content-encoding': 'br' } }), 415, /encoding/, {}],
  ] as const
  for (const [response, status, error, rest] of refusals) {
    expect([response.status, response.code]).toEqual([status, status])
    expect(response.error).toMatch(error)
    expect(response.rest).toEqual(rest)
  }
  expect(await eventsOf(device)).toEqual([])
})

test('faults have Amplitude’s error format', async () => {
  await setFault(standins, { service: 'amplitude', kind: 'rate_limited', retry_after: 3, times: 1 })
  const limited = await sendEvents(standins, [pageView(newDevice())])
  expect([limited.status, limited.code]).toEqual([429, 429])
  await setFault(standins, { service: 'amplitude', kind: 'error', status: 503, times: 1 })
  expect(await sendEvents(standins, [pageView(newDevice())])).toMatchObject({ status: 503, code: 503 })
  await setFault(standins, { service: 'amplitude', kind: 'down', times: 1 })
  await expect(sendEvents(standins, [pageView(newDevice())])).rejects.toThrow('fetch failed')
})
