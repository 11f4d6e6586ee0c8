import type { TestProject } from 'vitest/node'
import { startTemporaryPostgres } from '../postgres/index.ts'

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
  const { url, stop } = await startTemporaryPostgres()
  project.provide('postgresUrl', url)
  return stop
}
