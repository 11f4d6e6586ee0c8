import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '@academy/operator'
import { removePostgres, startPostgres } from '@academy/standins'
import { runStorm } from '../storm/run-storm.ts'

export async function storm(): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'academy-storm-'))
  const server = await startPostgres({ dataFolder, durable: false })
  try {
    const storm = { customers: 1_000, webhooks: 10_000, inFlight: 50, kills: 5, instances: 2, lostPercent: 2 }
    const { differences } = await runStorm(server.url, storm, (line) => console.log(`  … ${line}`))
    if (differences.length > 0) throw new CommandError(`These differ:\n${JSON.stringify(differences.slice(0, 20), undefined, 2)}`)
  } finally {
    await server.stop()
    await removePostgres(dataFolder)
  }
}
