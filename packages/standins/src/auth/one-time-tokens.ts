import { createHash, randomInt } from 'node:crypto'
import type { Tx } from '../database.ts'

/** The purposes of tokens. A change of address has two, one for each mailbox. */
export type TokenType = 'signup' | 'recovery' | 'email_change_current' | 'email_change_new'

type OneTimeToken = { user_id: string; type: TokenType; sent_at: Date }

const CODE_DIGITS = 10

/** Returns the hash of a code in a link, which is valid only for one email address. */
export const tokenHashOf = (email: string, code: string): string =>
  createHash('sha224')
    .update(email + code)
    .digest('hex')

type NewToken = { userId: string; type: TokenType; email: string; now: Date }

/** Creates a code for a mail, and the hash for its link. The account's earlier token of the same type becomes invalid. */
export const createOneTimeToken = async (tx: Tx, { userId, type, email, now }: NewToken): Promise<{ code: string; tokenHash: string }> => {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const tokenHash = tokenHashOf(email, code)
  await tx`DELETE FROM auth.one_time_tokens WHERE user_id = ${userId} AND type = ${type}`
  await tx`
    INSERT INTO auth.one_time_tokens (token_hash, user_id, type, sent_at) VALUES (${tokenHash}, ${userId}, ${type}, ${now})`
  return { code, tokenHash }
}

/** Returns and locks a token of one of these types; undefined if there is none or it has expired. */
export const findOneTimeToken = async (tx: Tx, hash: string, types: TokenType[], sentAfter: Date): Promise<OneTimeToken | undefined> => {
  const [row] = await tx<OneTimeToken[]>`
    SELECT * FROM auth.one_time_tokens
    WHERE token_hash = ${hash} AND type = ANY (${types}) AND sent_at > ${sentAfter} FOR UPDATE`
  return row
}

/** Deletes one token of an account, or all of them. */
export const deleteOneTimeTokens = async (tx: Tx, userId: string, type?: TokenType): Promise<void> => {
  await tx`DELETE FROM auth.one_time_tokens WHERE user_id = ${userId} ${type === undefined ? tx`` : tx`AND type = ${type}`}`
}
