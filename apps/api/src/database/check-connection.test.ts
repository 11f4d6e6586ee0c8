import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { apiRoleUrl } from '@academy/standins/postgres'
import { expect, test } from 'vitest'
import { startPooler } from '../testing/pooler.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { checkConnection, isTransactionPooler } from './check-connection.ts'

const runMigrate = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['src/migrate.ts'], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  })

const newDatabase = async () => apiRoleUrl(await createTestDatabase())

test('distinguishes transaction mode, session mode and no pooler', async () => {
  const url = await newDatabase()
  expect(await isTransactionPooler(url)).toBe(false)
  expect(await isTransactionPooler((await startPooler(url, { mode: 'session', size: 10 })).url)).toBe(false)
  for (const size of [2, 3, 8]) {
    const { url: pooled } = await startPooler(url, { mode: 'transaction', size })
    expect([size, await isTransactionPooler(pooled)]).toEqual([size, true])
  }
})

test('accepts a direct connection, a pooler in session mode, and transaction mode with a direct URL', async () => {
  const url = await newDatabase()
  const session = await startPooler(url, { mode: 'session', size: 10 })
  const { url: transaction } = await startPooler(url, { mode: 'transaction' })
  await checkConnection({ databaseUrl: url, directDatabaseUrl: url })
  await checkConnection({ databaseUrl: session.url, directDatabaseUrl: session.url })
  await checkConnection({ databaseUrl: transaction, directDatabaseUrl: url })
  await checkConnection({ databaseUrl: transaction, directDatabaseUrl: session.url })
  expect(session.refused).toEqual([])
})

test('refuses transaction mode without a direct URL, and names the setting and the port', async () => {
  const url = await newDatabase()
  const { url: transaction } = await startPooler(url, { mode: 'transaction' })
  const advice = /pooler in transaction mode.*port 5432 instead of 6543.*DATABASE_DIRECT_URL/
  await expect(checkConnection({ databaseUrl: transaction, directDatabaseUrl: transaction })).rejects.toThrow(advice)
  await expect(runMigrate({ DATABASE_URL: transaction })).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(advice) })
  await expect(runMigrate({ DATABASE_URL: url, DATABASE_OWNER_URL: transaction })).rejects.toMatchObject({
    stderr: expect.stringMatching(/^DATABASE_OWNER_URL leads through a connection pooler in transaction mode/),
  })
})

test('OPS-15 refuses a pooler that loses statements, and says from which version on it does not', async () => {
  const url = await newDatabase()
  const { url: transaction } = await startPooler(url, { mode: 'transaction', isOld: true })
  await expect(checkConnection({ databaseUrl: transaction, directDatabaseUrl: url })).rejects.toThrow(
    /^DATABASE_URL leads through a connection pooler that loses statements.*before version 1\.21\. Upgrade/,
  )
})

test('refuses two URLs of different databases', async () => {
  const [one, other] = [await newDatabase(), await newDatabase()]
  const { url: transaction } = await startPooler(one, { mode: 'transaction' })
  await expect(checkConnection({ databaseUrl: transaction, directDatabaseUrl: other })).rejects.toThrow(
    'Both must lead to the same database.',
  )
})
