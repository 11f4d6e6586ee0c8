import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { apiError } from '@academy/contract'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { recordFacts } from '../testing/record-facts.ts'
import { searcher } from '../testing/searcher.ts'

/** The most open requests of an account, and more. */
const [OPEN, MORE] = [30, 5]

test.each([
  ['/api/search?q=name', 'prompts', '"inText"'],
  ['/api/search?q=name', 'search_words', 'with params as materialized'],
  ['/api/prompts', 'prompts', 'stored.version'],
  ['/api/notes', 'tutorial_notes', 'from "tutorial_notes"'],
])('EDGE-14 requests of one account for %s take one connection, and none once they were answered', async (url, table, statement) => {
  const { app, config, signIn, logs } = await buildTestApp({ env: { REQUEST_TIMEOUT_SECONDS: '5', LOG_LEVEL: 'trace' } })
  const [eve, ada] = [await searcher({ app, signIn }, 'studio'), await signIn()]
  const sql = postgres(config.databaseUrl, { max: 1 })
  onTestFinished(() => sql.end())
  const statements = () => logs.filter((line) => line.includes(JSON.stringify(statement).slice(1, -1))).length
  expect((await app.inject({ url, headers: eve.headers })).statusCode).toBe(200)
  const before = statements()

  await sql.begin(async (transaction) => {
    await transaction`lock table ${transaction(table)} in access exclusive mode`
    const blocked = Promise.all(Array.from({ length: OPEN + MORE }, () => app.inject({ url, headers: eve.headers })))
    const other = await app.inject({ url: '/api/accounts/context', headers: ada })
    expect(other.statusCode, 'another account').toBe(200)
    const responses = await blocked
    const of = (status: number) => responses.filter(({ statusCode }) => statusCode === status)
    expect([of(503).length, of(429).length]).toEqual([OPEN, MORE])
    for (const refused of of(429)) {
      expect(refused.headers['retry-after']).toBe('5')
      expect(apiError.strict().parse(refused.json()).code).toBe('rate_limited')
    }
  })
  expect((await app.inject({ url, headers: eve.headers })).statusCode).toBe(200)
  expect(statements() - before).toBe(2)
})

const rpc = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' })

test.each([
  ['/api/prompts', 'GET /api/prompts HTTP/1.1\r\n', ''],
  [
    '/mcp',
    `POST /mcp HTTP/1.1\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: ${rpc.length}\r\n`,
    rpc,
  ],
])('EDGE-20 the work for a request to %s ends when its client leaves', async (_path, head, body) => {
  const { app, owner, createToken, statements } = await buildTestApp({ env: { LOG_LEVEL: 'trace' } })
  const id = randomUUID()
  await recordFacts(app.db, id).subscription()
  const { authorization } = await createToken(['prompts:read', 'content:read'], { id })
  await app.sql`insert into prompts (account_id, title, description, content)
    select ${id}, 'Prompt', 'd', repeat('c', 50000) from generate_series(1, 20)`
  const list = () => app.inject({ url: '/api/prompts', headers: { authorization } })
  const reads = () => statements().filter((statement) => statement.includes('row_to_json')).length
  expect((await list()).json()).toHaveLength(20)
  const pages = reads()
  expect(pages).toBeGreaterThan(3)

  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await owner.begin(async (transaction) => {
    await transaction`lock table prompts in access exclusive mode`
    socket.write(`${head}host: academy\r\nauthorization: ${authorization}\r\n\r\n${body}`)
    await expect.poll(reads).toBe(pages + 1)
    const nextConnection = once(app.server, 'connection')
    socket.destroy()
    // The API notices the end of one connection before the beginning of the next.
    connect((app.server.address() as AddressInfo).port, '127.0.0.1').end()
    await nextConnection
  })
  expect((await list()).statusCode).toBe(200)
  expect(reads()).toBe(pages + 1 + pages)
})
