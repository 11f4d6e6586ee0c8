import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePostgres, startPostgres } from '@academy/standins'

/** A Postgres server for one test file, or the one of TEST_DATABASE_URL. */
export async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const dataFolder = mkdtempSync(join(tmpdir(), 'academy-test-'))
  const server = await startPostgres({ dataFolder, durable: false })
  const stop = async () => {
    await server.stop()
    await removePostgres(dataFolder)
  }
  return { url: server.url, stop }
}
