import { expect, test } from 'vitest'
import { batchWrites } from './batch-writes.ts'

test('writes items that arrive together at once, and answers each with its own result', async () => {
  const batches: number[][] = []
  const write = batchWrites(async (items: readonly number[]) => {
    batches.push([...items])
    return items.map((item) => item * 2)
  })
  expect(await Promise.all([3, 1, 3].map((item) => write(item)))).toEqual([6, 2, 6])
  expect(await write(5)).toBe(10)
  expect(batches).toEqual([[3, 1, 3], [5]])
})

test('an item that the database refuses fails alone', async () => {
  const write = batchWrites(async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('refused')
    return [...items]
  })
  const results = await Promise.allSettled([1, 2, 3].map((item) => write(item)))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([1, 'refused', 3])
})

test('while the database is unavailable, a batch fails without further attempts', async () => {
  let attempts = 0
  const write = batchWrites(async (): Promise<never[]> => {
    attempts += 1
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  })
  const results = await Promise.allSettled([1, 2, 3].map((item) => write(item)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(attempts).toBe(1)
})
