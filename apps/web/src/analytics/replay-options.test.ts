import { createRequire } from 'node:module'
import { expect, test, vi } from 'vitest'
import { replayOptions } from './replay-options.ts'

/** The installed vendor library behind the plugin. Its own behavior is tested where it happens (R-02). */
const plugin = createRequire(import.meta.url).resolve('@amplitude/plugin-session-replay-browser')
const library = createRequire(plugin)
const part = <Part>(name: string) => library(`@amplitude/session-replay-browser/lib/cjs/${name}`) as Part

type RemoteConfig = {
  configs: {
    sessionReplay: {
      sr_sampling_config: object
      sr_interaction_config: { ugcFilterRules: { selector: string; replacement: string }[] }
    }
  }
}
const loadConfig = async (options: ReturnType<typeof replayOptions>) => {
  const remoteConfig = await options.handleFetchConfig?.({} as never)
  if (!remoteConfig) throw new Error('The library is left to ask the vendor’s server.')
  return ((await remoteConfig.json()) as RemoteConfig).configs.sessionReplay
}
const quiet = { enable() {}, disable() {}, log() {}, warn() {}, error() {}, debug() {} }

test('REPLAY-01 REPLAY-02 records all sessions on all pages', async () => {
  const options = replayOptions(undefined)
  expect(options.sampleRate).toBe(1)
  expect((await loadConfig(options)).sr_sampling_config).toEqual({ capture_enabled: true, sample_rate: 1 })
})

test('PRIVATE-01 records URLs without search texts and tokens of email links', async () => {
  const { getPageUrl } = part<{ getPageUrl(url: string, rules: object[]): string }>('helpers')
  const { ugcFilterRules } = (await loadConfig(replayOptions(undefined))).sr_interaction_config
  const recorded = (path: string) => getPageUrl(location.origin + path, ugcFilterRules).replace(location.origin, '')
  expect(
    [
      '/my-prompts?search=mine',
      '/my-prompts/4711?tab=code',
      '/notes?search=mine',
      '/certificates/an-address',
      '/admin/accounts?search=ada%40example.com',
      '/reset-password#access_token=key',
      '/confirm#type=signup&token_hash=key&email=ada%40example.com',
      '/login?code=key',
      '/resources?search=mine',
      '/withdraw/cancel#token=key',
      '/settings/tokens/confirm?code=BDFG-HJKL',
      '/settings/tokens/connect?request=an-id',
      '/seats/a-code',
    ].map(recorded),
  ).toEqual([
    '/my-prompts',
    '/my-prompts',
    '/notes',
    '/certificates',
    '/admin',
    '/reset-password',
    '/confirm',
    '/login',
    '/resources',
    '/withdraw',
    '/settings/tokens',
    '/settings/tokens',
    '/seats',
  ])
  expect(
    ['/resources/?search=mine', '/resources/a-prompt?tag=x&search=mine', '/courses/c?search=mine', '/unknown#search=mine'].map(recorded),
  ).toEqual(['/resources', '/resources', '/', '/'])
  expect(['/', '/dashboard', '/resources/a-prompt', '/courses/c/sessions/s?tab=notes'].map(recorded)).toEqual([
    '/',
    '/dashboard',
    '/resources/a-prompt',
    '/courses/c/sessions/s?tab=notes',
  ])
})

test('REPLAY-06 the library closes a chunk by size or age, with its own thresholds (R-02)', async () => {
  vi.useFakeTimers()
  type Store = { addEventToCurrentSequence(session: number, event: string): Promise<{ events: string[] } | undefined> }
  type Limits = { loggerProvider: object; maxPersistedEventsSize?: number; minInterval?: number }
  const { InMemoryEventsStore } = part<{ InMemoryEventsStore: new (limits: Limits) => Store }>('events/events-memory-store')
  const bySize = new InMemoryEventsStore({ loggerProvider: quiet, maxPersistedEventsSize: 30 })
  expect(await bySize.addEventToCurrentSequence(1, 'a'.repeat(10))).toBeUndefined()
  expect((await bySize.addEventToCurrentSequence(1, 'b'.repeat(20)))?.events).toEqual(['a'.repeat(10)])

  const byAge = new InMemoryEventsStore({ loggerProvider: quiet, minInterval: 5000 })
  expect(await byAge.addEventToCurrentSequence(1, 'first')).toBeUndefined()
  expect(await byAge.addEventToCurrentSequence(1, 'second')).toBeUndefined()
  vi.advanceTimersByTime(5001)
  expect((await byAge.addEventToCurrentSequence(1, 'third'))?.events).toEqual(['first', 'second'])
})

test('REPLAY-07 REPLAY-08 the library retries failed sends with growing delays (R-02)', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  type Destination = { retryTimeout: number; sendEventsList(batch: object): void }
  type Options = { loggerProvider: object; trackServerUrl: string; enableTransportCompression: boolean }
  const { SessionReplayTrackDestination } = part<{ SessionReplayTrackDestination: new (options: Options) => Destination }>(
    'track-destination',
  )
  const sent: number[] = []
  const start = Date.now()
  vi.stubGlobal('fetch', async () => {
    sent.push(Date.now() - start)
    return new Response('{}', { status: sent.length < 4 ? 503 : 200 })
  })
  // Compression uses a platform stream, which fake timers do not control.
  const unpacked = { loggerProvider: quiet, trackServerUrl: 'http://analytics.test/track', enableTransportCompression: false }
  const destination = new SessionReplayTrackDestination(unpacked)
  const onComplete = vi.fn(async () => undefined)
  const batch = { events: ['{}'], sessionId: 1, deviceId: 'device', apiKey: 'key', type: 'replay', version: 1, sampleRate: 1 }
  destination.sendEventsList({ ...batch, flushMaxRetries: 5, onComplete })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(onComplete).toHaveBeenCalledOnce()
  const waits = sent.slice(1).map((at, index) => at - (sent[index] ?? 0))
  expect(waits).toEqual([1, 2, 3].map((attempts) => attempts * destination.retryTimeout))
})

test('REPLAY-11 the library batches clicks by position, selector and hour', async () => {
  expect((await loadConfig(replayOptions(undefined))).sr_interaction_config).toMatchObject({ enabled: true, batch: true })
  type Batch = { version: number; events: unknown[] }
  const { clickBatcher } = part<{ clickBatcher(batch: { version: number; events: string[] }): Batch }>('hooks/click')
  const click = { type: 'click', x: 1, y: 2, selector: '#it', timestamp: 3_600_000 }
  const clicks = [
    click,
    { ...click, timestamp: 7_199_999 },
    { ...click, timestamp: 7_200_000 },
    { ...click, x: 2 },
    { ...click, y: 3 },
    { ...click, selector: '#other' },
  ]
  expect(clickBatcher({ version: 1, events: clicks.map((click) => JSON.stringify(click)) }).events).toEqual([
    { ...click, count: 2 },
    { ...click, timestamp: 7_200_000, count: 1 },
    { ...click, x: 2, count: 1 },
    { ...click, y: 3, count: 1 },
    { ...click, selector: '#other', count: 1 },
  ])
})

test('performance: REPLAY-04 finds the selector of a click with few DOM queries', () => {
  const classes = Array.from({ length: 30 }, (_, number) => `class-${number}`).join(' ')
  document.body.innerHTML = `<ul>${`<li class="${classes}"><a class="${classes}"><b class="${classes}">go</b></a></li>`.repeat(9)}</ul>`
  const clicked = document.querySelectorAll('b')[5] as HTMLElement
  const { finder } = part<{ finder(element: Element, limits?: object): string }>('libs/finder')
  const look = vi.spyOn(document, 'querySelectorAll')
  const selector = finder(clicked, replayOptions(undefined).performanceConfig?.interaction)
  expect(look.mock.calls.length).toBeLessThan(20)
  expect([...document.querySelectorAll(selector)]).toEqual([clicked])
})

test('REPLAY-12 compresses when idle, after at most 2000 ms', () => {
  const { performanceConfig } = replayOptions(undefined)
  expect(performanceConfig).toEqual({ enabled: true, timeout: 2000, interaction: { threshold: 30, maxNumberOfTries: 30 } })
  const idle = vi.fn()
  vi.stubGlobal('requestIdleCallback', idle)
  type Compressor = { enqueueEvent(event: object, session: number): void }
  type Made = new (manager: object, config: object, device: string) => Compressor
  const { EventCompressor } = part<{ EventCompressor: Made }>('events/event-compressor')
  const compressor = new EventCompressor({ addEvent() {} }, { performanceConfig, loggerProvider: quiet }, 'device')
  compressor.enqueueEvent({ type: 3, timestamp: 1, data: {} }, 1)
  expect(idle.mock.calls.map(([, options]) => options)).toEqual([{ timeout: 2000 }])
})
