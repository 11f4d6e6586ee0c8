import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { createDatabase } from '../postgres/index.ts'

/** Creates a database on the Postgres server of the test run, empty or as a copy of `template`. Returns its URL. */
export const newTestDatabase = (prefix: string, template?: string): Promise<string> =>
  createDatabase(inject('postgresUrl'), `${prefix}_${randomUUID()}`, template)
