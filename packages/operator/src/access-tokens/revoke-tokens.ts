import { text } from 'node:stream/consumers'
import { revokeTokens } from '@academy/api/revoke-tokens'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../environment.ts'
import { explainDatabaseError } from '../explain-database-error.ts'
import { operatorName } from '../operator-name.ts'
import { parseOptions, readDirectDatabaseUrl, requireReason } from '../read-command.ts'

export const TOKEN_REVOKE_HELP = `
  npx -y pnpm@10 academy token:revoke --reason "why" [--by "your name"] < file-with-the-token

Revokes each access token (vca_...) in a text. Reads the text from standard input, so that the history of the shell contains no token.
Settings: DATABASE_URL`

/** Revokes leaked access tokens and prints their owners, never the tokens. Throws a CommandError if the text has none. */
export async function runTokenRevoke(
  args: string[],
  env: Environment,
  { input, say }: { input: AsyncIterable<Uint8Array | string>; say: (line: string) => void },
): Promise<void> {
  const { values } = parseOptions(TOKEN_REVOKE_HELP, { args, options: { reason: { type: 'string' }, by: { type: 'string' } } })
  const auditEntry = { reason: requireReason(values.reason, TOKEN_REVOKE_HELP), by: operatorName(values.by) }
  const databaseUrl = readDirectDatabaseUrl(env, TOKEN_REVOKE_HELP)
  const found = await revokeTokens(databaseUrl, await text(input), auditEntry).catch((error: unknown) => {
    throw explainDatabaseError(error, databaseUrl)
  })
  if (found.length === 0) throw new CommandError('The text has no complete access token. One begins with vca_ and has 44 characters.')
  for (const { prefix, isRevokedNow, owner } of found) {
    if (owner === undefined) say(`${prefix}… opens nothing: this academy does not know it.`)
    else
      say(
        `${prefix}… ("${owner.token}") of ${owner.email ?? owner.account_id} ${isRevokedNow ? 'is revoked' : 'was revoked before'}. Tell its owner.`,
      )
  }
}
