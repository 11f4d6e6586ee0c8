import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { searcher } from '../testing/searcher.ts'

/** More than the connections of the API. */
const REQUESTS = 15

test.each([
  ['/api/search?q=name', 'prompts', '"inText"'],
  ['/api/search?q=name', 'search_words', 'with params as materialized'],
  ['/api/prompts', 'prompts', 'stored.version'],
  ['/api/notes', 'tutorial_notes', 'from "tutorial_notes"'],
])('EDGE-14 requests of one account for %s take one connection, and none once they were answered', async (url, table, statement) => {
  const { app, config, signIn, logs } = await buildTestApp({ env: { REQUEST_TIMEOUT_SECONDS: '2', LOG_LEVEL: 'trace' } })
  const [eve, ada] = [await searcher({ app, signIn }, 'studio'), await signIn()]
  const sql = postgres(config.databaseUrl, { max: 1 })
  onTestFinished(() => sql.end())
  const statements = () => logs.filter((line) => line.includes(JSON.stringify(statement).slice(1, -1))).length
  expect((await app.inject({ url, headers: eve.headers })).statusCode).toBe(200)
  const before = statements()

  await sql.begin(async (transaction) => {
    await transaction`lock table ${transaction(table)} in access exclusive mode`
    const blocked = Promise.all(Array.from({ length: REQUESTS }, () => app.inject({ url, headers: eve.headers })))
    const other = await app.inject({ url: '/api/accounts/context', headers: ada })
    expect(other.statusCode, 'another account').toBe(200)
    expect(new Set((await blocked).map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  })
  expect((await app.inject({ url, headers: eve.headers })).statusCode).toBe(200)
  expect(statements() - before).toBe(2)
})
