import { isCertificate, tlsProblemOf, withDatabaseCa } from '@academy/settings/database-tls'
import { isDatabaseUrl } from '@academy/settings/values'
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

/** Reads the URLs of the database. An empty value counts as not set. Throws a CommandError that names the variable to change. */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  const certificate = env.DATABASE_CA || undefined
  if (certificate !== undefined && !isCertificate(certificate)) throw new CommandError('DATABASE_CA is not a certificate in PEM.')
  const read = (name: string) => {
    const url = env[name] || undefined
    if (url !== undefined && !/^postgres(ql)?:\/\//.test(url)) throw new CommandError(`${name} must start with postgres://`)
    if (url !== undefined && !isDatabaseUrl(url))
      throw new CommandError(
        `${name} is not a Postgres address. Write special characters of the password percent-encoded, such as %23 for #.`,
      )
    if (url === undefined) return undefined
    const problem = tlsProblemOf(url)
    if (problem !== undefined) throw new CommandError(`${name} ${problem}`)
    return withDatabaseCa(url, certificate)
  }
  return {
    databaseUrl: read('DATABASE_URL'),
    directDatabaseUrl: read('DATABASE_DIRECT_URL'),
    ownerDatabaseUrl: read('DATABASE_OWNER_URL'),
  }
}

/** Returns the URL for commands that change tables or need a session; undefined without DATABASE_URL. */
export const ownerUrlOf = ({ databaseUrl, directDatabaseUrl, ownerDatabaseUrl }: DatabaseSettings): string | undefined =>
  databaseUrl && (ownerDatabaseUrl ?? directDatabaseUrl ?? databaseUrl)
