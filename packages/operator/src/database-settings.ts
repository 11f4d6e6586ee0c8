import { z } from 'zod'
import { CommandError } from './command-error.ts'
import type { Environment } from './environment.ts'

export type DatabaseSettings = {
  /** As the API signs in. */
  databaseUrl?: string | undefined
  /** The same server without a pooler in transaction mode, if one stands before `databaseUrl`. */
  directDatabaseUrl?: string | undefined
  /** The same server as the role that owns the tables, if `databaseUrl` signs in as another one. */
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

/** Reads the addresses of the database; an empty value means not set. Throws a CommandError that names the variable to change. */
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

/** Returns the address for commands that change tables or hold a session; undefined without DATABASE_URL. */
export const ownerUrlOf = ({ databaseUrl, directDatabaseUrl, ownerDatabaseUrl }: DatabaseSettings): string | undefined =>
  databaseUrl && (ownerDatabaseUrl ?? directDatabaseUrl ?? databaseUrl)
