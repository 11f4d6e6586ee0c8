import type { ApiErrorCode } from '@academy/contract'
import type { TokenScope } from '@academy/contract/token-scopes'
import { HttpError } from '../../http/errors.ts'
import type { ActiveAccounts } from './active-accounts.ts'
import type { User } from './session-token-verifier.ts'
import { hashToken, isWellFormed } from './token-text.ts'

/** A personal access token as it is stored. */
export type StoredToken = Readonly<{
  id: string
  user: User
  /** In milliseconds since 1970. */
  expiresAt: number
  isRevoked: boolean
}>

/** Reads the stored tokens. The module that stores them passes it to `app.acceptPersonalTokens`. */
export type TokenStore = {
  /** Returns a cached token by its hash. */
  peek: (hash: string) => StoredToken | undefined
  /** Returns a token by its hash; undefined for an unknown one. */
  find: (hash: string) => Promise<StoredToken | undefined>
  /** Returns what a user granted a connected program, by the program's access token; undefined for an unknown one. */
  findProgram: (text: string) => Promise<StoredToken | undefined>
  /** Records that a token was used. */
  recordUse: (token: StoredToken) => void
}

/** Returns the user of a personal access token. */
export const userOfToken = (accountId: string, id: string, scopes: readonly TokenScope[]): User =>
  Object.freeze({ id: accountId, email: '', isAdmin: false, signedInAt: 0, token: Object.freeze({ id, scopes }) })

const refusal = (code: ApiErrorCode, description: string, message: string): HttpError =>
  new HttpError(401, code, message, { 'www-authenticate': `Bearer error="invalid_token", error_description="${description}"` })

const NEW_TOKEN = 'Create a new one under Settings, Access tokens.'

const accountClosed = () =>
  refusal('token_revoked', 'The account is closed', 'The account of this access token is closed. Contact the academy.')

/** Returns the refusal of an invalid token; undefined for a valid one. */
function refusalFor(token: StoredToken | undefined, isErased: (accountId: string) => boolean): HttpError | undefined {
  if (token === undefined || isErased(token.user.id))
    return refusal('token_invalid', 'The token is unknown', `This access token does not exist. ${NEW_TOKEN}`)
  if (token.isRevoked) return refusal('token_revoked', 'The token was revoked', `This access token was revoked. ${NEW_TOKEN}`)
  if (Date.now() >= token.expiresAt) return refusal('token_expired', 'The token expired', `This access token has expired. ${NEW_TOKEN}`)
  return undefined
}

/**
 * Verifies personal access tokens of a store, with expiry and revocation at each request, and that their owners may sign in. `isErased` returns
 * whether an account was erased.
 */
export function personalTokenVerifier(store: TokenStore, accounts: ActiveAccounts, isErased: (accountId: string) => boolean) {
  const admit = (token: StoredToken): User => {
    store.recordUse(token)
    return token.user
  }
  /** @throws HttpError 401 for an invalid token. */
  const admitValid = async (token: StoredToken | undefined): Promise<User> => {
    const refused = refusalFor(token, isErased)
    if (refused !== undefined || token === undefined) throw refused
    if (!(await accounts.isActive(token.user.id, 0))) throw accountClosed()
    return admit(token)
  }
  return {
    /** Returns the user of a cached token that is still valid. */
    recall: (text: string): User | undefined => {
      const token = store.peek(hashToken(text))
      if (token === undefined || refusalFor(token, isErased)) return undefined
      return accounts.recall(token.user.id, 0) ? admit(token) : undefined
    },
    /** Returns the user of a token. Throws HttpError 401 for an invalid one. */
    verify: async (text: string): Promise<User> => {
      if (!isWellFormed(text))
        throw refusal('token_malformed', 'The token is incomplete or misspelled', 'This access token is incomplete. Copy all of it again.')
      return await admitValid(await store.find(hashToken(text)))
    },
    /** Returns the user who connected a program, by the program's access token. Throws HttpError 401 for an invalid one. */
    verifyProgram: async (text: string): Promise<User> => await admitValid(await store.findProgram(text)),
  }
}
