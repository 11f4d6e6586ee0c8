import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, inject, onTestFinished } from 'vitest'
import { createDatabase } from '../postgres/index.ts'

const dropDatabase = async (name: string): Promise<void> => {
  const sql = postgres(inject('postgresUrl'), { max: 1, onnotice: () => undefined })
  await sql.unsafe(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  await sql.end()
}

/** Runs `clean` when the test is over, or the file when called outside of a test. */
export function afterwards(clean: () => Promise<void>): void {
  try {
    onTestFinished(clean)
  } catch {
    afterAll(clean)
  }
}

/**
 * Creates a database on the Postgres server of the test run that stays, to be copied by `newTestDatabase`: empty or as a copy of `template`. Returns
 * its URL.
 */
export const newTemplate = (prefix: string, template?: string): Promise<string> =>
  createDatabase(inject('postgresUrl'), `${prefix}_${randomUUID()}`, template)

/** Creates a database on the Postgres server of the test run, empty or as a copy of `template`, and drops it afterwards. Returns its URL. */
export async function newTestDatabase(prefix: string, template?: string): Promise<string> {
  const name = `${prefix}_${randomUUID()}`
  const url = await createDatabase(inject('postgresUrl'), name, template)
  afterwards(() => dropDatabase(name))
  return url
}
