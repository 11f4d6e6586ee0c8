import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { removePostgres, startPostgres } from '../postgres/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts one Postgres for all test files of a package, or uses the server of TEST_DATABASE_URL. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresUrl', given)
    return undefined
  }
  const dataFolder = mkdtempSync(join(tmpdir(), 'academy-test-'))
  const postgres = await startPostgres({ dataFolder, durable: false })
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await removePostgres(dataFolder)
  }
}
