import { expect, onTestFinished, test, vi } from 'vitest'
import { readTogether } from './read-together.ts'

type Row = { id: string; read: number }

/** Reads that are answered by hand. */
function handReader() {
  const asked: { ids: string[]; answer: (...ids: string[]) => void; fail: (error: Error) => void }[] = []
  const find = readTogether<Row>(
    (ids) => {
      const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
      const read = asked.length
      asked.push({ ids, answer: (...found) => resolve(found.map((id) => ({ id, read }))), fail: reject })
      return promise
    },
    { idOf: ({ id }) => id, most: 100, atOnce: 2 },
  )
  return { asked, find }
}

const idsOf = ({ asked }: ReturnType<typeof handReader>) => asked.map(({ ids }) => ids)

test('who asks in the same turn shares a statement, and each gets the own row, in whatever order they come', async () => {
  const reader = handReader()
  const all = Promise.all(['a', 'b', 'a', 'none'].map(reader.find))
  await expect.poll(() => idsOf(reader)).toEqual([['a', 'b', 'none']])
  reader.asked[0]?.answer('b', 'a')
  expect((await all).map((row) => row?.id)).toEqual(['a', 'b', 'a', undefined])
})

test('who asks while two statements are under way goes with the next, and gets nothing that was read before', async () => {
  const reader = handReader()
  const first = reader.find('a')
  await expect.poll(() => idsOf(reader)).toEqual([['a']])
  const second = reader.find('a')
  await expect.poll(() => idsOf(reader)).toEqual([['a'], ['a']])
  const later = Promise.all([reader.find('a'), reader.find('b')])
  reader.asked[1]?.answer('a')
  await expect.poll(() => idsOf(reader)).toEqual([['a'], ['a'], ['a', 'b']])
  reader.asked[0]?.answer('a')
  reader.asked[2]?.answer('a', 'b')
  expect((await first)?.read).toBe(0)
  expect((await second)?.read).toBe(1)
  expect((await later).map((row) => row?.read)).toEqual([2, 2])
})

test('more than a hundred are read by several statements', async () => {
  const reader = handReader()
  const all = Promise.all(Array.from({ length: 250 }, (_, number) => reader.find(`id-${number}`)))
  for (const index of [0, 1, 2]) {
    await expect.poll(() => reader.asked.length).toBeGreaterThan(index)
    reader.asked[index]?.answer(...reader.asked[index].ids)
  }
  expect(idsOf(reader).map(({ length }) => length)).toEqual([100, 100, 50])
  expect((await all).map((row) => row?.id)).toEqual(Array.from({ length: 250 }, (_, number) => `id-${number}`))
})

test('a statement that fails, fails for those that shared it; the next ones are read again', async () => {
  const reader = handReader()
  const both = Promise.allSettled([reader.find('a'), reader.find('b')])
  await expect.poll(() => reader.asked.length).toBe(1)
  reader.asked[0]?.fail(new Error('connection lost'))
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = reader.find('a')
  await expect.poll(() => reader.asked.length).toBe(2)
  reader.asked[1]?.answer('a')
  expect((await again)?.id).toBe('a')
})

test('statements that get no answer keep those who asked for them, and for long nobody else, as long as they are few', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const reader = handReader()
  const found: Promise<string>[] = []
  const asked = async () => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((next) => setImmediate(next))
    return reader.asked.flatMap(({ ids }) => ids).join('')
  }
  const ask = async (...ids: string[]) => {
    for (const id of ids) {
      found.push(
        reader.find(id).then(
          () => `${id} found`,
          () => `${id} lost`,
        ),
      )
      await asked()
    }
    return await asked()
  }
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    return await asked()
  }
  expect(await ask('a', 'b', 'c')).toBe('ab')
  expect(await pass(2_000)).toBe('abc')
  expect(await ask('d', 'e')).toBe('abcd')
  expect(await pass(2_000)).toBe('abcde')
  expect(await ask('f', 'g')).toBe('abcdef')
  expect(await pass(10_000), 'now it is the database that is slow').toBe('abcdef')

  for (const { ids, fail, answer } of reader.asked.slice()) {
    if (ids[0] === 'a') fail(new Error('connection lost'))
    else answer(...ids)
  }
  await asked()
  expect(reader.asked.slice(6).map(({ ids }) => ids)).toEqual([['g']])
  reader.asked[6]?.answer('g')
  expect(await Promise.all(found)).toEqual(['a lost', ...[...'bcdefg'].map((id) => `${id} found`)])
  expect(await ask('h', 'i', 'j'), 'still two at once').toBe('abcdefghi')
})
