import { z } from 'zod'
import { CommandError } from './command-error.ts'
import type { Environment } from './environment.ts'

export type DatabaseSettings = {
  /** URL for the API's role. */
  databaseUrl?: string | undefined
  /** URL of the same database without a pooler in transaction mode, if `databaseUrl` leads through one. */
  directDatabaseUrl?: string | undefined
  /** URL of the same database for the role that owns the tables, if `databaseUrl` has another role. */
  ownerDatabaseUrl?: string | undefined
}

const postgresUrl = (name: string) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, `${name} must start with postgres://`)
    .optional()

const environment = z.object({
  DATABASE_URL: postgresUrl('DATABASE_URL'),
  DATABASE_DIRECT_URL: postgresUrl('DATABASE_DIRECT_URL'),
  DATABASE_OWNER_URL: postgresUrl('DATABASE_OWNER_URL'),
})

/** Reads the URLs of the database. Throws a CommandError that names the variable to change. */
export function readDatabaseSettings({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL }: Environment): DatabaseSettings {
  const parsed = environment.safeParse({
    ...(DATABASE_URL !== undefined && { DATABASE_URL }),
    ...(DATABASE_DIRECT_URL && { DATABASE_DIRECT_URL }),
    ...(DATABASE_OWNER_URL && { DATABASE_OWNER_URL }),
  })
  if (!parsed.success) throw new CommandError(parsed.error.issues.map((issue) => issue.message).join('\n'))
  return {
    databaseUrl: parsed.data.DATABASE_URL,
    directDatabaseUrl: parsed.data.DATABASE_DIRECT_URL,
    ownerDatabaseUrl: parsed.data.DATABASE_OWNER_URL,
  }
}

/** Returns the URL for commands that change tables or need a session; undefined without DATABASE_URL. */
export const ownerUrlOf = ({ databaseUrl, directDatabaseUrl, ownerDatabaseUrl }: DatabaseSettings): string | undefined =>
  databaseUrl && (ownerDatabaseUrl ?? directDatabaseUrl ?? databaseUrl)
