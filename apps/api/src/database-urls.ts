import { schemasOf } from '@academy/settings'
import { configError, withoutEmpty } from '@academy/settings/config-error'
import { withDatabaseCa } from '@academy/settings/database-tls'
import { z } from 'zod'
import type { Config } from './config.ts'

const databaseUrls = z.object(schemasOf('commands'))

/** The URLs of one database: of the API, and of the owner, who changes the tables. */
type DatabaseUrls = Readonly<Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'isTransactionPooled'>> & {
  /** The URL with the role that owns the tables. */
  readonly ownerDatabaseUrl: string
  /** Whether the API connects with a role of its own, which is not the owner. */
  readonly hasOwnRole: boolean
}

/**
 * Reads the URLs of the database for migrations, which need no other setting. An empty variable counts as not set.
 * @throws ConfigError when a URL is missing or invalid.
 */
export function readDatabaseUrls(env: Record<string, string | undefined> = process.env): DatabaseUrls {
  const parsed = databaseUrls.safeParse(withoutEmpty(env))
  if (!parsed.success) throw configError('Migrating', parsed.error)
  const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL, DATABASE_OWNER_URL, DATABASE_CA } = parsed.data
  return {
    databaseUrl: withDatabaseCa(DATABASE_URL, DATABASE_CA),
    directDatabaseUrl: withDatabaseCa(DATABASE_DIRECT_URL, DATABASE_CA),
    isTransactionPooled: DATABASE_DIRECT_URL !== DATABASE_URL,
    ownerDatabaseUrl: withDatabaseCa(DATABASE_OWNER_URL ?? DATABASE_DIRECT_URL, DATABASE_CA),
    hasOwnRole: DATABASE_OWNER_URL !== undefined,
  }
}
