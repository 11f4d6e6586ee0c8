import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, readConfig } from '@academy/api/config'
import { isPlainTextUrl } from '@academy/contract/local-hosts'
import { ConfigError } from '@academy/settings/config-error'
import { CommandError } from './command-error.ts'
import { readDatabaseSettings } from './database-settings.ts'
import type { Environment } from './environment.ts'

/** Returns the error for wrong arguments or settings of a command, with its help. */
export const usageError = (message: string, help: string): CommandError => new CommandError(`${message}\n${help}`)

/** Parses the arguments of a command. Throws its usage error for unknown options and unexpected arguments. */
export function parseOptions<const C extends ParseArgsConfig>(help: string, config: C): ReturnType<typeof parseArgs<C>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error), help)
  }
}

/** Returns the reason for an action, which the audit log records. Throws the command's usage error without one. */
export function requireReason(reason: string | undefined, help: string): string {
  if (!reason?.trim()) throw usageError('--reason is missing: the audit log records why.', help)
  return reason
}

/** Throws the command's usage error for the URL of a service that would receive a key in plain text over a network. */
export function requireEncrypted(name: string, url: string, help: string): void {
  if (isPlainTextUrl(url)) throw usageError(`${name} is not encrypted. Use https, or the name of a host without a dot.`, help)
}

/** Returns a URL of the academy's database. Throws the command's usage error without one. */
export function requireDatabaseUrl(url: string | undefined, help: string): string {
  if (url === undefined) throw usageError("DATABASE_URL is not set. Set it to the URL of the academy's database.", help)
  return url
}

/** Returns the URL of the database for the API's role, without a pooler in transaction mode. */
export function readDirectDatabaseUrl(env: Environment, help: string): string {
  const { databaseUrl, directDatabaseUrl = databaseUrl } = readDatabaseSettings(env)
  return requireDatabaseUrl(directDatabaseUrl, help)
}

/** Reads the settings of the API. Throws the command's usage error for missing or invalid ones. */
export function readApiConfig(env: Environment, help: string): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) throw usageError(error.message, help)
    throw error
  }
}
