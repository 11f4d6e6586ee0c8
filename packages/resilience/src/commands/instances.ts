import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '@academy/operator'
import { removePostgres, startPostgres } from '@academy/standins'
import { ACTS, runInstances } from '../instances/run-instances.ts'

export async function instances(): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'academy-instances-'))
  const server = await startPostgres({ dataFolder, durable: false })
  try {
    const faults = await runInstances(server.url, ACTS, (line) => console.log(`  ${line}`))
    if (faults.length > 0) throw new CommandError(`${faults.length} not as designed.`)
  } finally {
    await server.stop()
    await removePostgres(dataFolder)
  }
}
