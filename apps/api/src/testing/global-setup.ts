import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, removePostgres, startPostgres } from '@academy/standins/postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which each test file makes its own database. */
    postgresUrl: string
    /** The name of the migrated database that these are copied from. */
    templateName: string
  }
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const dataFolder = await mkdtemp(join(tmpdir(), 'academy-api-test-'))
  const server = await startPostgres({ dataFolder, durable: false })
  const stop = async () => {
    await server.stop()
    await removePostgres(dataFolder)
  }
  return { url: server.url, stop }
}

/** One real Postgres for the whole run, and in it one migrated database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const templateName = `api_template_${process.pid}`
  await migrate(await createDatabase(server.url, templateName))
  project.provide('postgresUrl', server.url)
  project.provide('templateName', templateName)
  return server.stop
}
