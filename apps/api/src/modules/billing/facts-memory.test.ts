import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FactsMemory } from './facts-memory.ts'

type Facts = { version: number }

/** A memory over reads that the test answers by hand. */
function memoryWithSlowReads(options = { accounts: 10, ttl: 60_000 }) {
  const reads: { accountId: string; answer: (facts: Facts) => void; fail: (error: Error) => void }[] = []
  const memory = new FactsMemory<Facts>(options, (accountId) => {
    const { promise, resolve, reject } = Promise.withResolvers<Facts>()
    reads.push({ accountId, answer: resolve, fail: reject })
    return promise
  })
  return { memory, reads }
}

test('however many ask at once, an account is read once, and then answered without a promise', async () => {
  const { memory, reads } = memoryWithSlowReads()
  const asked = Promise.all(Array.from({ length: 20 }, () => memory.of('ada')))
  expect(reads).toHaveLength(1)
  reads[0]?.answer({ version: 1 })
  expect(new Set(await asked)).toEqual(new Set([{ version: 1 }]))
  expect(memory.of('ada')).toEqual({ version: 1 })
  expect(reads).toHaveLength(1)
})

test('who asks after a change is not answered by what was being read before it, and that is not kept', async () => {
  const { memory, reads } = memoryWithSlowReads()
  const before = memory.of('ada')
  memory.forget('ada')
  const after = memory.of('ada')
  expect(reads).toHaveLength(2)
  reads[1]?.answer({ version: 2 })
  expect(await after).toEqual({ version: 2 })
  reads[0]?.answer({ version: 1 })
  expect(await before).toEqual({ version: 1 })
  expect(memory.of('ada')).toEqual({ version: 2 })
})

test('a change of one account costs nobody else anything; a lost signal costs everybody one read', async () => {
  const { memory, reads } = memoryWithSlowReads()
  const both = Promise.all([memory.of('ada'), memory.of('bob')])
  for (const read of reads) read.answer({ version: 1 })
  await both
  memory.forget('ada')
  expect(memory.of('bob')).toEqual({ version: 1 })
  memory.forgetAll()
  void memory.of('bob')
  expect(reads.map(({ accountId }) => accountId)).toEqual(['ada', 'bob', 'bob'])
})

test('a read that fails is told to who asked, and tried again by the next', async () => {
  const { memory, reads } = memoryWithSlowReads()
  const asked = memory.of('ada')
  reads[0]?.fail(new Error('the database is away'))
  await expect(asked).rejects.toThrow('the database is away')
  const again = memory.of('ada')
  reads[1]?.answer({ version: 1 })
  expect(await again).toEqual({ version: 1 })
})

test('what is old, or more than there is room for, is read again', async () => {
  const { memory, reads } = memoryWithSlowReads({ accounts: 2, ttl: 30 })
  const ask = async (name: string) => {
    const asked = memory.of(name)
    reads.at(-1)?.answer({ version: 1 })
    await asked
  }
  for (const name of ['ada', 'bob', 'eve', 'eve']) await ask(name)
  expect(reads).toHaveLength(3)
  await ask('ada')
  expect(reads).toHaveLength(4)
  await pause(50)
  await ask('ada')
  expect(reads).toHaveLength(5)
})
