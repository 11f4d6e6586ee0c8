import { statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePostgres } from './remove-postgres.ts'
import { type Postgres, type PostgresOptions, startPostgres } from './start-postgres.ts'

const MEMORY_FOLDER = '/dev/shm'
const GIBIBYTE = 2 ** 30

/** Linux keeps this folder in memory, where a database is copied ten times as fast as on a disk. Containers often have only 64 MB of it. */
function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize > 2 * GIBIBYTE && process.availableMemory() > 4 * GIBIBYTE
  } catch {
    return false
  }
}

/** Starts a Postgres whose data may be lost, in memory if there is room. `stop` removes the data. */
export async function startTemporaryPostgres(options: Pick<PostgresOptions, 'version' | 'tls'> = {}): Promise<Postgres> {
  const dataFolder = await mkdtemp(join(hasRoomInMemory() ? MEMORY_FOLDER : tmpdir(), 'academy-test-'))
  const { url, stop } = await startPostgres({ ...options, dataFolder, durable: false })
  return {
    url,
    stop: async () => {
      await stop()
      await removePostgres(dataFolder)
    },
  }
}
