import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseProxy } from '../testing/database-proxy.ts'
import { rejectionOf } from '../testing/rejection-of.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { isDatabaseOutage } from './database-errors.ts'
import { openDatabase, type Sql } from './open-database.ts'

// Tests of the patched driver (decision 047). When a new version fixes a bug, remove the test with its part of the patch.

async function open(max: number) {
  const url = await createEmptyDatabase()
  const [sql, other] = [openDatabase(url, { applicationName: 'test', max }), openDatabase(url, { applicationName: 'other' })]
  onTestFinished(async () => {
    await Promise.all([sql.end({ timeout: 0 }), other.end({ timeout: 0 })])
  })
  return { sql, endBackend: async (pid: number) => void (await other`select pg_terminate_backend(${pid})`), other }
}

test('a transaction whose connection closed between two statements fails, and runs no further statement', async () => {
  const { sql, endBackend, other } = await open(1)
  await other`create table facts (text text)`
  const later = Promise.withResolvers<void>()
  const afterwards = Promise.withResolvers<unknown>()
  const failed = rejectionOf(
    sql.begin(async (tx) => {
      const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
      await endBackend(row.pid)
      await later.promise
      afterwards.resolve(await rejectionOf(tx`insert into facts values ('outside of the transaction')`))
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
  const later = Promise.withResolvers<void>()
  const afterwards = Promise.withResolvers<unknown>()
  const failed = rejectionOf(
    sql.begin(async (tx) => {
      const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
      await endBackend(row.pid)
      await later.promise
      afterwards.resolve(await rejectionOf(tx`select 1`))
    }),
  )
  expect((await failed).code).toBe('CONNECTION_CLOSED')
  later.resolve()
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
      resolve(rejectionOf(sql`select 2`))
    })
  })
  expect(waiting.code).toBe('CONNECTION_CLOSED')
  expect(await sql`select 3 as three`).toEqual([{ three: 3 }])
})

test('a reserved connection that closed fails its statements, and is reserved again only when it is open', async () => {
  const { sql, endBackend } = await open(1)
  const reserved = await sql.reserve()
  const [{ pid }] = await reserved<[{ pid: number }]>`select pg_backend_pid() as pid`
  const running = rejectionOf(reserved`select pg_sleep(60)`)
  await endBackend(pid)
  expect((await running).code).toMatch(/^(57P01|CONNECTION_CLOSED|ECONNRESET)$/)
  expect(await rejectionOf(reserved`select 2`)).toMatchObject({ code: 'CONNECTION_CLOSED' })
  reserved.release()
  const next = await sql.reserve()
  expect(await next`select 3 as three`).toEqual([{ three: 3 }])
  next.release()
})

test('the release of a reserved connection that closed lets no second transaction into the one that uses it meanwhile', async () => {
  const { sql, endBackend, other } = await open(1)
  await other`create table facts (text text)`
  const reserved = await sql.reserve()
  const [{ pid }] = await reserved<[{ pid: number }]>`select pg_backend_pid() as pid`
  await endBackend(pid)
  await rejectionOf(reserved`select 1`)
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const failed = rejectionOf(
    sql.begin(async (tx) => {
      await tx`insert into facts values ('rolled back')`
      begun.resolve()
      await end.promise
      throw new Error('rolled back')
    }),
  )
  await begun.promise
  reserved.release()
  const second = sql.begin((tx) => tx`insert into facts values ('committed')`)
  // gives the statements of the second transaction the time to arrive before the end of the first one
  for (let statement = 0; statement < 50; statement += 1) await other`select 1`
  end.resolve()
  await Promise.all([failed, second])
  expect(await other`select text from facts`).toEqual([{ text: 'committed' }])
})

/** Listens to two channels. Returns how often each of them was ready, and what arrived. */
async function listenToTwo(sql: Sql) {
  const [ready, heard] = [{ news: 0, mail: 0 }, [] as string[]]
  for (const channel of ['news', 'mail'] as const) {
    const listening = sql.listen(
      channel,
      (text) => heard.push(text),
      () => {
        ready[channel] += 1
      },
    )
    await listening.catch(() => {})
  }
  return { ready, heard }
}

test('listens to each channel once after an outage, however long it took', async () => {
  const proxy = await databaseProxy(await createEmptyDatabase())
  let sockets = 0
  const count = () => {
    sockets += 1
  }
  const sql = openDatabase(proxy.url, { applicationName: 'test' })
  onTestFinished(() => sql.end({ timeout: 0 }))
  const { ready, heard } = await listenToTwo(sql)
  await proxy.stop()
  subscribe('net.client.socket', count)
  onTestFinished(() => void unsubscribe('net.client.socket', count))
  await expect.poll(() => sockets).toBeGreaterThanOrEqual(3)
  await proxy.restart()
  await expect.poll(() => Math.min(ready.news, ready.mail)).toBeGreaterThan(1)
  for (const channel of ['news', 'mail']) await sql.notify(channel, channel)
  await expect.poll(() => heard).toEqual(['news', 'mail'])
  expect(ready).toEqual({ news: 2, mail: 2 })
})

test('listens again after a LISTEN failed on an open connection, until it succeeds', async () => {
  let refusals = 2
  const proxy = await databaseProxy(await createEmptyDatabase(), {
    rewrite: (data) => {
      if (refusals === 0 || !data.includes('listen "mail"')) return data
      refusals -= 1
      return Buffer.from(data.toString('latin1').replace('listen "mail"', 'refuse "mail"'), 'latin1')
    },
  })
  const sql = openDatabase(proxy.url, { applicationName: 'test' })
  onTestFinished(() => sql.end({ timeout: 0 }))
  const { ready, heard } = await listenToTwo(sql)
  await expect.poll(() => ready.mail).toBe(1)
  await sql.notify('mail', 'hello')
  await expect.poll(() => heard).toEqual(['hello'])
})

/** Returns a mock that receives the rejections of this test that nothing handled. */
function unhandledRejections() {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  return unhandled
}

/** The message with which Postgres ends a connection when it shuts down, with its length in bytes. */
const SHUTDOWN = Buffer.from('E\0\0\0\x29SFATAL\0VFATAL\0C57P01\0Mshutting down\0\0')

test('a server that ends each connection before it described the types of arrays fails the statement, and no promise', async () => {
  const unhandled = unhandledRejections()
  let endings = 0
  const proxy = await databaseProxy(await createEmptyDatabase(), {
    rewrite: (data, client) => {
      if (data.includes('pg_catalog.pg_type') && endings < 10) {
        endings += 1
        client.end(SHUTDOWN)
      }
      return data
    },
  })
  const sql = openDatabase(proxy.url, { applicationName: 'test' })
  onTestFinished(() => sql.end({ timeout: 0 }))
  expect(isDatabaseOutage(await rejectionOf(sql`select 1`))).toBe(true)
  expect(endings).toBe(1)
  endings = 10
  expect(await sql`select ${['a', 'b']}::text[] as letters`).toEqual([{ letters: ['a', 'b'] }])
  expect(unhandled).not.toHaveBeenCalled()
})

test('a refused query for the types of arrays fails the statement that opened the connection, and closes the connection', async () => {
  const unhandled = unhandledRejections()
  let refusals = 1
  const proxy = await databaseProxy(await createEmptyDatabase(), {
    rewrite: (data) => {
      if (!data.includes('pg_catalog.pg_type') || refusals === 0) return data
      refusals -= 1
      return Buffer.from(data.toString('latin1').replaceAll('pg_catalog.pg_type', 'pg_catalog.missing'), 'latin1')
    },
  })
  const sql = openDatabase(proxy.url, { applicationName: 'test' })
  onTestFinished(() => sql.end({ timeout: 0 }))
  expect(await rejectionOf(sql`select 1`)).toMatchObject({ code: '42P01' })
  expect(await sql`select ${['a', 'b']}::text[] as letters`).toEqual([{ letters: ['a', 'b'] }])
  expect(unhandled).not.toHaveBeenCalled()
})

test.each(['disable', 'require'])('a server that closes each new connection fails the statement at once, with sslmode=%s', async (mode) => {
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    client.on('error', () => {}).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sql = openDatabase(`postgres://postgres@127.0.0.1:${port}/academy?sslmode=${mode}`, { applicationName: 'test' })
  onTestFinished(async () => {
    await sql.end({ timeout: 0 })
    server.close()
  })
  expect(isDatabaseOutage(await rejectionOf(sql`select 1`))).toBe(true)
  expect(connections).toBe(1)
})

test('a statement that failed after some of its rows leaves none of them in the result of the next one', async () => {
  const { sql } = await open(1)
  expect((await rejectionOf(sql`select 1 / (500 - i) as x, repeat('x', 1000) as y from generate_series(1, 1000) i`)).code).toBe('22012')
  expect(await sql`select 2 as two`).toEqual([{ two: 2 }])
})

test('the queues of connections stay as short as the pool, however many statements it has run', async () => {
  const { sql } = await open(2)
  await Promise.all([sql`select pg_sleep(0.1)`, sql`select pg_sleep(0.1)`])
  const search = vi.spyOn(Array.prototype, 'indexOf')
  onTestFinished(() => search.mockRestore())
  for (let run = 0; run < 100; run += 1) await sql`select 1`
  const searched = search.mock.contexts as unknown[][]
  const queues = searched.filter((array) => array.some((value) => Object.hasOwn(Object(value), 'idleTimer')))
  search.mockRestore()
  expect(queues.length).toBeGreaterThan(0)
  expect(Math.max(...queues.map((queue) => queue.length))).toBeLessThanOrEqual(2)
})
