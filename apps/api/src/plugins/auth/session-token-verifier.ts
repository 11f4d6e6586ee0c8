import type { TokenScope } from '@academy/contract/token-scopes'
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { ActiveAccounts } from './active-accounts.ts'
import { isAdministrator } from './administrator.ts'
import { signingKeys } from './signing-keys.ts'

/** The user of a session or of a personal access token. A personal access token proves no email address and never gives admin rights. */
export type User = Readonly<{
  id: string
  /** Verified by the provider; empty for an account without one, and for a personal access token. */
  email: string
  isAdmin: boolean
  /** When the user signed in by password or email link, in milliseconds since 1970; refreshed tokens keep it. 0 for other sessions. */
  signedInAt: number
  /** The personal access token of the request; null for a session. */
  token: Readonly<{ id: string; scopes: readonly TokenScope[] }> | null
}>

/** An invalid session token. The message is for the log. */
export class TokenRefused extends Error {
  override name = 'TokenRefused'
}

/** A valid session token that has expired. */
export class TokenExpired extends TokenRefused {
  override name = 'TokenExpired'
}

/** The maximum number of verified tokens in the cache, about 10 MB. */
const MAX_VERIFIED = 10_000

/** The maximum number of expired tokens in the cache. An open tab may send one many times. */
const MAX_EXPIRED = 1_000

const claims = z.object({
  sub: z.uuid(),
  role: z.literal('authenticated'),
  email: z.string().max(320).default(''),
  exp: z.number(),
  iat: z.number().catch(0),
  /** How and when the session began: https://supabase.com/docs/guides/auth/jwt-fields. Some providers name the methods alone, as RFC 8176 does. */
  amr: z.unknown().optional(),
})

/**
 * The sign-in methods that prove that the user owns the account: by password, or by a link or code in a mail. Not included: refreshes,
 * anonymous sessions, sessions of other programs, second factors alone, and links that confirm a new address of the account.
 */
const signInProof = z.object({
  method: z.enum(['password', 'otp', 'magiclink', 'recovery', 'invite', 'email/signup']),
  timestamp: z.number(),
})

/** Returns when the user signed in, in milliseconds since 1970; 0 for an invalid claim. Only `isFreshSignIn` needs the time. */
function signedInAt(amr: unknown): number {
  const proofs = Array.isArray(amr) ? amr.flatMap((entry) => signInProof.safeParse(entry).data ?? []) : []
  return Math.max(0, ...proofs.map(({ timestamp }) => timestamp * 1000))
}

const algorithmOf = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).alg
  } catch (cause) {
    throw new TokenRefused('not a token', { cause })
  }
}

/** Returns the end of a token's signature as its cache key: unique to the token, and faster to hash than the whole token. */
const endOf = (token: string): string => token.slice(-43)

/**
 * Verifies session tokens (JWTs of the auth provider): signature, issuer, audience, expiry, the role of a signed-in user, and that the user may
 * still sign in. Caches a verified token until it expires or the provider's keys change.
 */
export function sessionTokenVerifier(config: Config, accounts: ActiveAccounts) {
  const { auth } = config
  const verified = new LRUCache<string, { token: string; user: User; issuedAt: number; until: number }>({ max: MAX_VERIFIED })
  const expired = new LRUCache<string, string>({ max: MAX_EXPIRED })
  let keyChanges = 0
  const keys = signingKeys({
    url: `${auth.url}/auth/v1/.well-known/jwks.json`,
    cooldownMs: auth.jwksCooldownSeconds * 1000,
    onChange: () => {
      keyChanges += 1
      verified.clear()
    },
  })
  /** The ids of erased accounts. */
  const erased = new Set<string>()
  const secret = auth.jwtSecret === undefined ? undefined : new TextEncoder().encode(auth.jwtSecret)
  const expected = { issuer: auth.issuer, audience: auth.audience, clockTolerance: auth.clockToleranceSeconds }

  /** Verifies the signature. Each kind of key accepts only its own algorithms, so that a public key never works as a shared secret. */
  const checkSignature = async (token: string): Promise<JWTPayload> => {
    if (secret !== undefined && algorithmOf(token) === 'HS256') {
      const options: JWTVerifyOptions = { ...expected, algorithms: ['HS256'] }
      return (await jwtVerify(token, secret, options)).payload
    }
    return (await jwtVerify(token, keys.find, { ...expected, algorithms: ['ES256', 'RS256'] })).payload
  }

  return {
    /** Returns the user of a cached token that is still valid. */
    recall: (token: string | undefined): User | undefined => {
      const cached = token === undefined ? undefined : verified.get(endOf(token))
      if (cached === undefined || cached.token !== token || Date.now() >= cached.until) return undefined
      return accounts.recall(cached.user.id, cached.issuedAt) ? cached.user : undefined
    },

    /**
     * Verifies a token and returns its user.
     * @throws TokenRefused for an invalid token, TokenExpired for a valid one that has expired.
     * @throws KeysUnreachable when the verification needs new keys and the provider does not respond.
     */
    verify: async (token: string): Promise<User> => {
      if (expired.get(endOf(token)) === token) throw new TokenExpired('expired, from the cache')
      const changesBefore = keyChanges
      let payload: JWTPayload
      try {
        payload = await checkSignature(token)
      } catch (cause) {
        // The library checks the expiry last, so signature, issuer and audience are valid.
        if (cause instanceof errors.JWTExpired) {
          expired.set(endOf(token), token)
          throw new TokenExpired('expired', { cause })
        }
        if (cause instanceof errors.JOSEError) throw new TokenRefused('token refused', { cause })
        throw cause
      }
      const claimed = claims.safeParse(payload)
      if (!claimed.success) throw new TokenRefused('claims refused', { cause: claimed.error })
      const { sub, email, exp, iat, amr } = claimed.data
      const id = sub.toLowerCase()
      const issuedAt = iat * 1000
      if (!(await accounts.isActive(id, issuedAt))) throw new TokenRefused('the account is banned or deleted')
      if (erased.has(id)) throw new TokenRefused('the account was erased')
      const user: User = Object.freeze({
        id,
        email,
        isAdmin: isAdministrator(config, { id, email }),
        signedInAt: signedInAt(amr),
        token: null,
      })
      // a key that was withdrawn meanwhile verifies this request alone
      if (keyChanges === changesBefore) verified.set(endOf(token), { token, user, issuedAt, until: exp * 1000 })
      return user
    },

    /** Refuses the tokens of this account from now on. */
    refuse: (id: string): void => {
      erased.add(id)
      for (const [key, { user }] of verified) if (user.id === id) verified.delete(key)
    },

    /** Returns whether the tokens of this account are refused. */
    isRefused: (id: string): boolean => erased.has(id),
    /** Fetches the provider's keys again. */
    refreshKeys: keys.refresh,
  }
}
