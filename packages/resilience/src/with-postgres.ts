import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePostgres, startPostgres } from '@academy/standins'

/** Starts a Postgres server in a temporary folder. `remove` stops it and removes its data. */
export async function startTemporaryPostgres(): Promise<{ url: string; remove: () => Promise<void> }> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'academy-resilience-'))
  try {
    const { url, stop } = await startPostgres({ dataFolder, durable: false })
    return { url, remove: () => stop().finally(() => removePostgres(dataFolder)) }
  } catch (error) {
    await removePostgres(dataFolder)
    throw error
  }
}

/** Runs `work` with the URL of a new Postgres server, and removes the server with its data afterwards. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const { url, remove } = await startTemporaryPostgres()
  await work(url).finally(remove)
}
