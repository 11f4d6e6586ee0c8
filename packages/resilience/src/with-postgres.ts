import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePostgres, startPostgres } from '@academy/standins'

/** Runs `work` with the URL of a new Postgres server, and removes the server with its data afterwards. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'academy-resilience-'))
  try {
    const server = await startPostgres({ dataFolder, durable: false })
    try {
      await work(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    await removePostgres(dataFolder)
  }
}
