import { createHash, randomBytes, randomInt } from 'node:crypto'
import { AuthError, invalid } from './auth-error.ts'
import type { Tx } from './context.ts'

/** The purposes of tokens. A change of address has two, one for each mailbox. */
export type TokenType = 'signup' | 'recovery' | 'email_change_current' | 'email_change_new'

/** The PKCE parameters of a browser that wants a code in the redirect instead of a session. */
export type Challenge = { code_challenge: string; code_challenge_method: string } | undefined

export type OneTimeToken = {
  user_id: string
  type: TokenType
  sent_at: Date
  code_challenge: string | null
  code_challenge_method: string | null
}

const PKCE_PREFIX = 'pkce_'
const CODE_SECONDS = 300
const CODE_DIGITS = 10

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Returns the hash of a code in a link, which is valid only for one email address. */
export const tokenHashOf = (email: string, code: string): string =>
  createHash('sha224')
    .update(email + code)
    .digest('hex')

export const isPkceToken = (token: string): boolean => token.startsWith(PKCE_PREFIX)

/** Validates the PKCE parameters. Throws if one of the two is missing, or the challenge is malformed. */
export const readChallenge = (challenge: string, method: string): Challenge => {
  if ((challenge === '') !== (method === '')) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (challenge === '') return undefined
  if (challenge.length < 43 || challenge.length > 128) throw invalid('code challenge has to be between 43 and 128 characters')
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge)) {
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes')
  }
  const lowerCased = method.toLowerCase()
  if (lowerCased !== 's256' && lowerCased !== 'plain') throw invalid('unsupported code_challenge method')
  return { code_challenge: challenge, code_challenge_method: lowerCased }
}

type NewToken = { userId: string; type: TokenType; email: string; challenge: Challenge; now: Date }

/** Creates a code for a mail, and the hash for its link. The account's earlier token of the same type becomes invalid. */
export const createOneTimeToken = async (
  tx: Tx,
  { userId, type, email, challenge, now }: NewToken,
): Promise<{ code: string; tokenHash: string }> => {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const tokenHash = `${challenge === undefined ? '' : PKCE_PREFIX}${tokenHashOf(email, code)}`
  await tx`DELETE FROM auth.one_time_tokens WHERE user_id = ${userId} AND type = ${type}`
  await tx`
    INSERT INTO auth.one_time_tokens (token_hash, user_id, type, sent_at, code_challenge, code_challenge_method)
    VALUES (${tokenHash}, ${userId}, ${type}, ${now}, ${challenge?.code_challenge ?? null}, ${challenge?.code_challenge_method ?? null})`
  return { code, tokenHash }
}

/** Returns and locks a token of one of these types; undefined if there is none or it has expired. */
export const findOneTimeToken = async (
  tx: Tx,
  hashes: string[],
  types: TokenType[],
  sentAfter: Date,
): Promise<OneTimeToken | undefined> => {
  const [row] = await tx<OneTimeToken[]>`
    SELECT * FROM auth.one_time_tokens
    WHERE token_hash = ANY (${hashes}) AND type = ANY (${types}) AND sent_at > ${sentAfter} FOR UPDATE`
  return row
}

/** Deletes one token of an account, or all of them. */
export const deleteOneTimeTokens = async (tx: Tx, userId: string, type?: TokenType): Promise<void> => {
  await tx`DELETE FROM auth.one_time_tokens WHERE user_id = ${userId} ${type === undefined ? tx`` : tx`AND type = ${type}`}`
}

/** Creates the code that a PKCE link returns instead of a session. */
export const issueAuthCode = async (tx: Tx, token: OneTimeToken, now: Date): Promise<string> => {
  const code = randomBytes(24).toString('base64url')
  await tx`
    INSERT INTO auth.auth_codes (code_hash, user_id, type, code_challenge, code_challenge_method, issued_at)
    VALUES (${hashOf(code)}, ${token.user_id}, ${token.type}, ${token.code_challenge}, ${token.code_challenge_method}, ${now})`
  return code
}

type AuthCode = { user_id: string; type: TokenType; code_challenge: string; code_challenge_method: string; issued_at: Date }

/** Exchanges a PKCE code for its account; throws the provider's error for an invalid one. */
export const redeemAuthCode = async (tx: Tx, code: string, verifier: string, now: Date): Promise<AuthCode> => {
  const [row] = await tx<AuthCode[]>`SELECT * FROM auth.auth_codes WHERE code_hash = ${hashOf(code)} FOR UPDATE`
  if (row === undefined) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  if (row.issued_at.getTime() + CODE_SECONDS * 1000 < now.getTime()) {
    throw new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
  }
  if ((row.code_challenge_method === 's256' ? hashOf(verifier) : verifier) !== row.code_challenge) {
    throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
  }
  await tx`DELETE FROM auth.auth_codes WHERE code_hash = ${hashOf(code)}`
  return row
}
