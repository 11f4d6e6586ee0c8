import type { CreatedToken, TokenInput } from '@academy/contract'
import { TOKEN_LIMITS, tokenScopes } from '@academy/contract/token-scopes'
import type { Db } from '../../database/open-database.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { createTokenText, hashToken, shownPrefix } from '../../plugins/auth/token-text.ts'
import { insertToken } from './tokens.store.ts'

export const TOO_MANY_TOKENS = `An account has at most ${TOKEN_LIMITS.active} access tokens. Revoke one that you no longer need, then create this one again.`

/** Creates a token. Returns it with its text; undefined if the account has reached its limit. */
export async function createToken(
  db: Db,
  account_id: string,
  { name, scopes, expires_in_days }: TokenInput,
): Promise<CreatedToken | undefined> {
  const token = createTokenText()
  const created = await insertToken(db, {
    account_id,
    name,
    scopes: tokenScopes.filter((scope) => scopes.includes(scope)),
    days: expires_in_days,
    token_hash: hashToken(token),
    prefix: shownPrefix(token),
  })
  return created && { ...serializeDates(created), token }
}
