import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { openDatabase } from './open-database.ts'

// Tests of the patched driver (decision 047). When a new version fixes a bug, remove the test with its part of the patch.

async function open(max: number) {
  const url = await createEmptyDatabase()
  const [sql, other] = [openDatabase(url, { applicationName: 'test', max }), openDatabase(url, { applicationName: 'other' })]
  onTestFinished(async () => {
    await Promise.all([sql.end({ timeout: 0 }), other.end({ timeout: 0 })])
  })
  return { sql, endBackend: async (pid: number) => void (await other`select pg_terminate_backend(${pid})`), other }
}

const failure = (query: PromiseLike<unknown>): Promise<{ code?: string }> =>
  Promise.resolve(query).then(
    () => Promise.reject(new Error('answered')),
    (error) => error,
  )

test('a transaction whose connection closed between two statements fails, and runs no further statement', async () => {
  const { sql, endBackend, other } = await open(1)
  await other`create table facts (text text)`
  const later = Promise.withResolvers<void>()
  const afterwards = Promise.withResolvers<unknown>()
  const failed = failure(
    sql.begin(async (tx) => {
      const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
      await endBackend(row.pid)
      await later.promise
      afterwards.resolve(await failure(tx`insert into facts values ('outside of the transaction')`))
    }),
  )
  expect((await failed).code).toBe('CONNECTION_CLOSED')
  // the pool opens the connection again for other statements, but not for those of the failed transaction
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  later.resolve()
  expect(await afterwards.promise).toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await other`select text from facts`).toEqual([])
})

test('a transaction whose connection is still closed fails at its next statement, without ending the process', async () => {
  const { sql, endBackend } = await open(1)
  const afterwards = Promise.withResolvers<unknown>()
  const failed = failure(
    sql.begin(async (tx) => {
      const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
      await endBackend(row.pid)
      await new Promise((later) => setTimeout(later, 200))
      afterwards.resolve(await failure(tx`select 1`))
    }),
  )
  expect((await failed).code).toBe('CONNECTION_CLOSED')
  expect(await afterwards.promise).toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('a connection that closed before it sent a statement works again', async () => {
  const sockets: Socket[] = []
  const collect = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  subscribe('net.client.socket', collect)
  onTestFinished(() => void unsubscribe('net.client.socket', collect))
  const { sql } = await open(1)
  await sql`select 1`
  // the driver sends a short statement in the next setImmediate, after the destroyed socket has closed
  const waiting = await new Promise<{ code?: string }>((resolve) => {
    setImmediate(() => {
      sockets.at(-1)?.destroy()
      resolve(failure(sql`select 2`))
    })
  })
  expect(waiting.code).toBe('CONNECTION_CLOSED')
  expect(await sql`select 3 as three`).toEqual([{ three: 3 }])
})

/** Returns the bytes of objects that minor garbage collections have moved out of the young generation. */
const oldGeneration = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === 'old_space')
    .reduce((bytes, { space_used_size }) => bytes + space_used_size, 0)

test('rows of a query that is over do not outlive the next minor garbage collections', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void
  const { sql } = await open(1)
  // Much more than what other code of the process allocates meanwhile.
  const ROWS_IN_BYTES = 30 * 5_000
  const run = async (queries: number) => {
    for (let query = 0; query < queries; query++) {
      await sql`select repeat('x', 5000) as text from generate_series(1, 30)`
      if (query % 2 === 0) collect({ type: 'minor' })
    }
  }
  await run(50)
  collect()
  const before = oldGeneration()
  await run(200)
  expect((oldGeneration() - before) / 200).toBeLessThan(ROWS_IN_BYTES / 5)
})

test('the queues of connections stay as short as the pool, however many statements it has run', async () => {
  const { sql } = await open(2)
  await Promise.all([sql`select pg_sleep(0.1)`, sql`select pg_sleep(0.1)`])
  const search = vi.spyOn(Array.prototype, 'indexOf')
  onTestFinished(() => search.mockRestore())
  for (let run = 0; run < 100; run += 1) await sql`select 1`
  const searched = search.mock.contexts as unknown[][]
  const queues = searched.filter((array) => array.some((one) => Object.hasOwn(Object(one), 'idleTimer')))
  search.mockRestore()
  expect(queues.length).toBeGreaterThan(0)
  expect(Math.max(...queues.map((queue) => queue.length))).toBeLessThanOrEqual(2)
})
