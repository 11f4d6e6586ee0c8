import { newTestDatabase } from '@academy/standins/testing/test-database'
import { inject } from 'vitest'

/** Creates a database on the run's server as a copy of `template`, by default the migrated one without rows. Returns its URL. */
export function createTestDatabase(template = inject('templateName')): Promise<string> {
  return newTestDatabase('api', template)
}

/** Creates a database without tables. Returns its URL. */
export function createEmptyDatabase(): Promise<string> {
  return newTestDatabase('api')
}

/** Returns the URL of a test database as the owner of its tables, without what may stand before it. */
export function ownerUrlOf(databaseUrl: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = new URL(databaseUrl).pathname
  return url.href
}
