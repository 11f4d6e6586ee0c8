import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePostgres, startPostgres } from '@academy/standins'

/** Runs `work` with the URL of a new Postgres server, and removes the server with its data afterwards. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'academy-resilience-'))
  try {
    const { url, stop } = await startPostgres({ dataFolder, durable: false })
    await work(url).finally(stop)
  } finally {
    await removePostgres(dataFolder)
  }
}
