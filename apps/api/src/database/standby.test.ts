import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { removePostgres, startPostgres } from '@academy/standins'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../migrate-database.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { checkConnection } from './check-connection.ts'

const dataFolder = await mkdtemp(path.join(tmpdir(), 'academy-standby-'))
let server = await startPostgres({ dataFolder })
afterAll(async () => {
  await server.stop()
  await removePostgres(dataFolder)
})

test('OPS-15 an API on a standby says so and is not ready, and listens after the promotion', async () => {
  const primary = postgres(server.url, { max: 1, onnotice: () => {} })
  await migrate(server.url)
  const [row] = await primary<[{ folder: string }]>`select current_setting('data_directory') as folder`
  await primary.end()
  await server.stop()
  await writeFile(path.join(row.folder, 'standby.signal'), '')
  server = await startPostgres({ dataFolder })

  const urls = { databaseUrl: server.url, directDatabaseUrl: server.url }
  await expect(checkConnection(urls)).rejects.toThrow(/^DATABASE_URL leads to a standby \(a read replica\).*the URL of the primary/)
  await expect(migrate(server.url)).rejects.toThrow()

  const { app, logs } = await buildTestApp({ env: { DATABASE_URL: server.url } })
  const readiness = async () => {
    const response = await app.inject('/api/ready')
    return [response.statusCode, response.json()]
  }
  expect(await readiness()).toEqual([503, { status: 'not_ready', reason: 'standby' }])
  await expect.poll(() => logs.join()).toContain('failed to listen for locked accounts')

  await app.sql`select pg_promote()`
  expect(await readiness()).toEqual([200, { status: 'ready' }])
  await checkConnection(urls)
  const listeners = () => app.sql`select 1 from pg_stat_activity where query like 'listen %'`
  await expect.poll(async () => (await listeners()).length).toBeGreaterThan(0)
})
