import { randomUUID } from 'node:crypto'
import { createDatabase } from '@academy/standins/postgres'
import { inject } from 'vitest'

/** Creates a database on the run's server as a copy of the migrated template. Returns its URL. */
export function createTestDatabase(): Promise<string> {
  return createDatabase(inject('postgresUrl'), `api_${randomUUID()}`, inject('templateName'))
}

/** Creates a database without tables. Returns its URL. */
export function createEmptyDatabase(): Promise<string> {
  return createDatabase(inject('postgresUrl'), `api_${randomUUID()}`)
}

/** Returns the address of a test database as the owner of its tables, without what may stand before it. */
export function ownerUrlOf(databaseUrl: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = new URL(databaseUrl).pathname
  return url.href
}
