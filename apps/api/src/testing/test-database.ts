import { randomUUID } from 'node:crypto'
import { createDatabase } from '@academy/standins/postgres'
import { inject } from 'vitest'

/** A fresh database on the run's server, copied from the migrated template. @returns its url. */
export function createTestDatabase(): Promise<string> {
  return createDatabase(inject('postgresUrl'), `api_${randomUUID()}`, inject('templateName'))
}

/** A fresh database without any tables. @returns its url. */
export function createEmptyDatabase(): Promise<string> {
  return createDatabase(inject('postgresUrl'), `api_${randomUUID()}`)
}

/** Returns the address of a test database as the owner of its tables, without what may stand before it. */
export function ownerUrlOf(databaseUrl: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = new URL(databaseUrl).pathname
  return url.href
}
