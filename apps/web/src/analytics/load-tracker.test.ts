import { beforeEach, expect, test, vi } from 'vitest'
import { loadTracker } from './load-tracker.ts'

type Delivered = { event_type: string; user_id?: string; event_properties?: { page_name?: string } }

// Session replay would record for the lifetime of the window; these tests cover only events and when it starts.
const startReplay = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('@amplitude/plugin-session-replay-browser', () => ({
  sessionReplayPlugin: () => ({ name: 'no-replay', type: 'enrichment', setup: startReplay }),
}))

let delivered: Delivered[] = []

beforeEach(() => {
  delivered = []
  startReplay.mockClear()
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    delivered.push(...(JSON.parse(body) as { events: Delivered[] }).events)
    return Response.json({ code: 200, events_ingested: 1, payload_size_bytes: 1, server_upload_time: 1 })
  })
})

test('PRIVATE-02 assigns an event to the account at its time, however late it is sent', async () => {
  const tracker = await loadTracker({ key: 'key', url: 'http://localhost:3002/amplitude' })
  const view = (path: string) => tracker.track({ kind: 'view', path, at: Date.now() })

  // All at once, as after a slow download: the vendor's library processes them one by one, later.
  view('/login')
  tracker.track({ kind: 'account', account: { id: 'account-1', properties: { deal: 'none' } }, at: Date.now() })
  view('/dashboard')
  tracker.track({ kind: 'account', at: Date.now() })
  view('/signup')

  // The library sends once a second.
  await expect.poll(() => delivered).toHaveLength(5)
  expect(delivered.map(({ event_type, user_id, event_properties }) => [event_properties?.page_name ?? event_type, user_id])).toEqual([
    ['Login', undefined],
    ['$identify', 'account-1'],
    ['Dashboard', 'account-1'],
    ['$identify', undefined],
    ['Signup', undefined],
  ])
})

/** Mocks a browser in which the longest task of the page took so long, in milliseconds. */
function stubLongestTask(duration: number) {
  class Observer {
    static supportedEntryTypes = ['longtask']
    observe() {}
    disconnect() {}
    takeRecords = () => [{ duration }]
  }
  vi.stubGlobal('PerformanceObserver', Observer)
}

test('REPLAY-01 starts the recording of a fast device with the first events', async () => {
  stubLongestTask(60)
  await loadTracker({ key: 'key', url: '' })
  expect(startReplay).toHaveBeenCalledOnce()
})

test('performance: REPLAY-01 starts the recording of a slow device after six seconds without input, and sends its events before', async () => {
  stubLongestTask(120)
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => queueMicrotask(work))
  const tracker = await loadTracker({ key: 'key', url: '' })
  tracker.track({ kind: 'view', path: '/login', at: Date.now() })
  await vi.advanceTimersByTimeAsync(4000)
  expect(delivered.map(({ event_properties }) => event_properties?.page_name)).toEqual(['Login'])
  for (const input of ['keydown', 'pointerdown', 'scroll']) {
    dispatchEvent(new Event(input))
    await vi.advanceTimersByTimeAsync(5999)
    expect(startReplay).not.toHaveBeenCalled()
  }
  await vi.advanceTimersByTimeAsync(1)
  expect(startReplay).toHaveBeenCalledOnce()
})
