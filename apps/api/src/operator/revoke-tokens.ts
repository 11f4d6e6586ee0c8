import { drizzle } from 'drizzle-orm/postgres-js'
// The plugins declare what they add to the app; other packages need all of them to check the types of this file.
import type {} from '../app.ts'
import { openDatabase } from '../database/open-database.ts'
import { type Account, accountById } from '../modules/account/account.store.ts'
import { revokeLeakedToken } from '../modules/tokens/tokens.store.ts'
import { findTokens, hashToken, shownPrefix } from '../plugins/auth/token-text.ts'

/** A token of the text. `revoked` is undefined for one that is unknown, or was revoked before. */
export type FoundToken = { prefix: string; revoked: { name: string; account_id: string; email: Account['email'] } | undefined }

/** Revokes every access token that a text contains. A running API is notified. */
export async function revokeTokens(databaseUrl: string, text: string, order: { by: string; reason: string }): Promise<FoundToken[]> {
  const sql = openDatabase(databaseUrl, { applicationName: 'academy-tokens', max: 1 })
  const db = drizzle({ client: sql })
  try {
    const tokens: FoundToken[] = []
    for (const token of findTokens(text)) {
      const revoked = await revokeLeakedToken(db, hashToken(token), order)
      const account = revoked && (await accountById(db, revoked.account_id))
      const { name, account_id } = revoked ?? {}
      tokens.push({
        prefix: shownPrefix(token),
        revoked: name === undefined || account_id === undefined ? undefined : { name, account_id, email: account?.email ?? null },
      })
    }
    return tokens
  } finally {
    await sql.end({ timeout: 5 })
  }
}
