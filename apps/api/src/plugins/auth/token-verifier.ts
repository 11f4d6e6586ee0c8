import type { TokenScope } from '@academy/contract/token-scopes'
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { isAdministrator } from './administrator.ts'
import { signingKeys } from './signing-keys.ts'

/** The user of a session, or of a personal access token, which proves no address and never makes its user the administrator. */
export type User = Readonly<{
  id: string
  /** Verified by the provider; empty for an account without one, and for a personal access token. */
  email: string
  isAdmin: boolean
  /** When the session began by password or email link, in milliseconds; refreshed tokens keep it. 0: otherwise, or unknown. */
  signedInAt: number
  /** The personal access token of the request; null for a session. */
  token: Readonly<{ id: string; scopes: readonly TokenScope[] }> | null
}>

/** An invalid token. The message is for the log. */
export class TokenRefused extends Error {
  override name = 'TokenRefused'
}

/** A valid token that has expired. */
export class TokenExpired extends TokenRefused {
  override name = 'TokenExpired'
}

/** About 10 MB of tokens; beyond it the least recently used are verified again. */
const REMEMBERED = 10_000

/** The number of expired tokens that are recognised without verification: an open tab may send one many times. */
const REMEMBERED_EXPIRED = 1_000

const claims = z.object({
  sub: z.uuid(),
  role: z.literal('authenticated'),
  email: z.string().max(320).default(''),
  exp: z.number(),
  /** How and when the session began: https://supabase.com/docs/guides/auth/jwt-fields. Some providers name the methods alone, as RFC 8176 does. */
  amr: z.unknown().optional(),
})

/**
 * The ways to sign in that prove whose account it is: by password, or by a link or code in a mail. Not among them: refreshes,
 * anonymous sessions, sessions of other programs, second factors alone, and links to an address that is about to be the account's.
 */
const provenBy = z.object({
  method: z.enum(['password', 'otp', 'magiclink', 'recovery', 'invite', 'email/signup']),
  timestamp: z.number(),
})

/** An unreadable claim counts as missing; only the check for a fresh sign-in needs it. */
function signedInAt(amr: unknown): number {
  const proofs = Array.isArray(amr) ? amr.flatMap((entry) => provenBy.safeParse(entry).data ?? []) : []
  return Math.max(0, ...proofs.map(({ timestamp }) => timestamp * 1000))
}

const algorithmOf = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).alg
  } catch (cause) {
    throw new TokenRefused('not a token', { cause })
  }
}

/** The end of a token's signature, which no two share: looking it up saves hashing a kilobyte. */
const endOf = (token: string): string => token.slice(-43)

/**
 * Verifies access tokens: signature, issuer, audience, expiry, and that they are those of a signed-in person.
 * A verified token is remembered until it expires or the provider's keys change.
 */
export function tokenVerifier(config: Config) {
  const { auth } = config
  const remembered = new LRUCache<string, { token: string; user: User; until: number }>({ max: REMEMBERED })
  const expired = new LRUCache<string, string>({ max: REMEMBERED_EXPIRED })
  const keys = signingKeys({
    url: `${auth.url}/auth/v1/.well-known/jwks.json`,
    cooldownMs: auth.jwksCooldownSeconds * 1000,
    onChange: () => remembered.clear(),
  })
  /** Erased accounts. */
  const gone = new Set<string>()
  const secret = auth.jwtSecret === undefined ? undefined : new TextEncoder().encode(auth.jwtSecret)
  const expected = { issuer: auth.issuer, audience: auth.audience, clockTolerance: auth.clockToleranceSeconds, requiredClaims: ['exp'] }

  /** Each kind of key is offered only its own algorithms: a public key can never serve as a shared secret. */
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
      const known = token === undefined ? undefined : remembered.get(endOf(token))
      return known !== undefined && known.token === token && Date.now() < known.until ? known.user : undefined
    },

    /**
     * @throws TokenRefused when the token proves nothing, TokenExpired when it would if it were newer.
     * @throws KeysUnreachable when the provider is needed and cannot be reached.
     */
    verify: async (token: string): Promise<User> => {
      if (expired.get(endOf(token)) === token) throw new TokenExpired('expired, as seen before')
      let payload: JWTPayload
      try {
        payload = await checkSignature(token)
      } catch (cause) {
        // Signature, issuer and audience were found to be right before the time was looked at.
        if (cause instanceof errors.JWTExpired) {
          expired.set(endOf(token), token)
          throw new TokenExpired('expired', { cause })
        }
        if (cause instanceof errors.JOSEError) throw new TokenRefused('token refused', { cause })
        throw cause
      }
      const claimed = claims.safeParse(payload)
      if (!claimed.success) throw new TokenRefused('claims refused', { cause: claimed.error })
      const { sub, email, exp, amr } = claimed.data
      if (gone.has(sub.toLowerCase())) throw new TokenRefused('the account was erased')
      const id = sub.toLowerCase()
      const user: User = Object.freeze({
        id,
        email,
        isAdmin: isAdministrator(config, { id, email }),
        signedInAt: signedInAt(amr),
        token: null,
      })
      remembered.set(endOf(token), { token, user, until: exp * 1000 })
      return user
    },

    /** Refuses the tokens of this account from now on. */
    refuse: (id: string): void => {
      gone.add(id)
      for (const [key, { user }] of remembered) if (user.id === id) remembered.delete(key)
    },

    /** Returns whether the tokens of this account are refused. */
    isRefused: (id: string): boolean => gone.has(id),
    /** Fetches the provider's keys again. */
    refreshKeys: keys.refresh,
  }
}
