import { drizzle } from 'drizzle-orm/postgres-js'
// The plugins declare what they add to the app; other packages need all of them to check the types of this file.
import type {} from '../app.ts'
import { openDatabase } from '../database/open-database.ts'
import { type Account, accountById } from '../modules/account/account.store.ts'
import { revokeLeakedToken, tokenByHash } from '../modules/tokens/tokens.store.ts'
import { findTokens, hashToken, shownPrefix } from '../plugins/auth/token-text.ts'

/** A token of the text. An unknown one has no owner. */
type FoundToken = {
  prefix: string
  /** Whether it was valid or expired until now. */
  isRevokedNow: boolean
  owner: { token: string; account_id: string; email: Account['email'] } | undefined
}

/** Revokes every access token that a text contains. A running API is notified. */
export async function revokeTokens(databaseUrl: string, text: string, order: { by: string; reason: string }): Promise<FoundToken[]> {
  await using sql = openDatabase(databaseUrl, { applicationName: 'academy-tokens', max: 1 })
  const db = drizzle({ client: sql })
  const tokens: FoundToken[] = []
  for (const token of findTokens(text)) {
    const hash = hashToken(token)
    const revoked = await revokeLeakedToken(db, hash, order)
    const known = revoked ?? (await tokenByHash(db, hash))
    const email = known === undefined ? null : ((await accountById(db, known.account_id))?.email ?? null)
    tokens.push({
      prefix: shownPrefix(token),
      isRevokedNow: revoked !== undefined,
      owner: known && { token: known.name, account_id: known.account_id, email },
    })
  }
  return tokens
}
