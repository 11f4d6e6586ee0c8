import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { revokeTokens } from '@academy/api/revoke-tokens'
import { CommandError } from '../command-error.ts'
import { readDatabaseSettings } from '../database-settings.ts'
import type { Environment } from '../environment.ts'
import { operatorName } from '../operator-name.ts'

export const TOKEN_REVOKE_HELP = `
  npx -y pnpm@10 academy token:revoke --reason "why" [--by "your name"] < file-with-the-token

Revokes each access token (vca_...) in the text on the standard input, so that no token is left in the history of the shell.
Settings: DATABASE_URL`

const options = { reason: { type: 'string' }, by: { type: 'string' } } as const

function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${TOKEN_REVOKE_HELP}`)
  }
}

/** Revokes leaked access tokens and prints their owners, never the tokens. Throws a CommandError if the text has none. */
export async function runTokenRevoke(
  args: string[],
  env: Environment,
  { input, say }: { input: AsyncIterable<Uint8Array | string>; say: (line: string) => void },
): Promise<void> {
  const { reason = '', by = operatorName() } = parseOptions(args)
  if (!reason.trim()) throw new CommandError(`--reason is missing: the audit log records why.\n${TOKEN_REVOKE_HELP}`)
  const { databaseUrl, directDatabaseUrl = databaseUrl } = readDatabaseSettings(env)
  if (directDatabaseUrl === undefined) throw new CommandError(`DATABASE_URL is not set. It names the academy.\n${TOKEN_REVOKE_HELP}`)
  const found = await revokeTokens(directDatabaseUrl, await text(input), { by, reason })
  if (found.length === 0) throw new CommandError('The text has no complete access token. One begins with vca_ and has 44 characters.')
  for (const { prefix, revoked } of found) {
    if (revoked) say(`${prefix}… ("${revoked.name}") of ${revoked.email ?? revoked.account_id} is revoked. Tell its owner.`)
    else say(`${prefix}… opens nothing: this academy does not know it, or it was revoked before.`)
  }
}
