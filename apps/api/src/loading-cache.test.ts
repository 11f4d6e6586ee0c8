import { expect, test } from 'vitest'
import { LoadingCache } from './loading-cache.ts'
import { stopClock } from './testing/stop-clock.ts'

type Value = { version: number }

/** A cache whose loads the test resolves by hand. */
function cacheWithSlowLoads(options = { max: 10, ttl: 60_000 }) {
  const loads: { key: string; resolve: (value: Value | undefined) => void; reject: (error: Error) => void }[] = []
  const cache = new LoadingCache<Value>(options)
  const get = (key: string) =>
    cache.get(key, () => {
      const { promise, resolve, reject } = Promise.withResolvers<Value | undefined>()
      loads.push({ key, resolve, reject })
      return promise
    })
  return { cache, get, loads }
}

test('concurrent requests for a key share one load; the cached value is returned without a promise', async () => {
  const { get, loads } = cacheWithSlowLoads()
  const reads = Promise.all(Array.from({ length: 20 }, () => get('ada')))
  expect(loads).toHaveLength(1)
  loads[0]?.resolve({ version: 1 })
  expect(new Set(await reads)).toEqual(new Set([{ version: 1 }]))
  expect(get('ada')).toEqual({ version: 1 })
  expect(loads).toHaveLength(1)
})

test('a load that runs during a delete serves the earlier requests, and is not cached', async () => {
  const { cache, get, loads } = cacheWithSlowLoads()
  const before = get('ada')
  cache.delete('ada')
  const after = get('ada')
  expect(loads).toHaveLength(2)
  loads[1]?.resolve({ version: 2 })
  expect(await after).toEqual({ version: 2 })
  loads[0]?.resolve({ version: 1 })
  expect(await before).toEqual({ version: 1 })
  expect(get('ada')).toEqual({ version: 2 })
})

test('deletes one key, or clears all', async () => {
  const { cache, get, loads } = cacheWithSlowLoads()
  const both = Promise.all([get('ada'), get('bob')])
  for (const load of loads) load.resolve({ version: 1 })
  await both
  cache.delete('ada')
  expect(get('bob')).toEqual({ version: 1 })
  cache.clear()
  void get('bob')
  expect(loads.map(({ key }) => key)).toEqual(['ada', 'bob', 'bob'])
})

test('rejects with the error of a failed load, and loads again on the next request', async () => {
  const { get, loads } = cacheWithSlowLoads()
  const reads = get('ada')
  loads[0]?.reject(new Error('the database is away'))
  await expect(reads).rejects.toThrow('the database is away')
  const again = get('ada')
  loads[1]?.resolve({ version: 1 })
  expect(await again).toEqual({ version: 1 })
})

test('loads expired and evicted values again', async () => {
  const { get, loads } = cacheWithSlowLoads({ max: 2, ttl: 60_000 })
  const advance = stopClock()
  const ask = async (name: string) => {
    const reads = get(name)
    loads.at(-1)?.resolve({ version: 1 })
    await reads
  }
  for (const name of ['ada', 'bob', 'eve', 'eve']) await ask(name)
  expect(loads).toHaveLength(3)
  await ask('ada')
  expect(loads).toHaveLength(4)
  advance(60_001)
  await ask('ada')
  expect(loads).toHaveLength(5)
})

test('does not cache missing values', async () => {
  const { get, loads } = cacheWithSlowLoads()
  for (const version of [undefined, 1]) {
    const requested = get('ada')
    loads.at(-1)?.resolve(version === undefined ? undefined : { version })
    await requested
  }
  expect(loads).toHaveLength(2)
})
