import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Sql } from 'postgres'
import { AuthError } from './auth-error.ts'

const ALGORITHM = 'ES256'

type Key = { kid: string; private: CryptoKey; public: CryptoKey; jwk: JWK; retiredAt: Date | null }
type Row = { kid: string; private_jwk: JWK; retired_at: Date | null }

export type SigningKeys = {
  sign(claims: JWTPayload): Promise<string>
  /** Returns the claims of an access token; throws `bad_jwt` for a token that it did not issue. */
  verify(token: string): Promise<JWTPayload>
  /** Returns the public keys that may have signed valid tokens, newest first. */
  publicKeys(): JWK[]
  /** Creates a new signing key and returns its id. The old key stays public until its last token has expired. */
  rotate(): Promise<string>
}

const asCryptoKey = async (jwk: JWK): Promise<CryptoKey> => (await importJWK(jwk, ALGORITHM)) as CryptoKey

const fromRow = async ({ kid, private_jwk, retired_at }: Row): Promise<Key> => {
  const { d: _secret, ...publicJwk } = private_jwk
  const jwk: JWK = { ...publicJwk, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'], ext: true }
  return { kid, private: await asCryptoKey(private_jwk), public: await asCryptoKey(jwk), jwk, retiredAt: retired_at }
}

const badJwt = (why: string): AuthError => new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)

/** Loads the stored keys, or creates the first one, so that tokens survive a restart. */
export const loadSigningKeys = async (sql: Sql, now: () => Date, accessTokenSeconds: number): Promise<SigningKeys> => {
  const add = async (): Promise<Key> => {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true })
    const row: Row = { kid: randomUUID(), private_jwk: await exportJWK(pair.privateKey), retired_at: null }
    await sql.begin(async (tx) => {
      await tx`UPDATE auth.signing_keys SET retired_at = ${now()} WHERE retired_at IS NULL`
      await tx`INSERT INTO auth.signing_keys (kid, private_jwk, created_at) VALUES (${row.kid}, ${tx.json({ ...row.private_jwk })}, ${now()})`
    })
    return fromRow(row)
  }

  const rows = await sql<Row[]>`SELECT kid, private_jwk, retired_at FROM auth.signing_keys ORDER BY created_at DESC`
  let keys = await Promise.all(rows.map(fromRow))
  if (!keys.some((key) => key.retiredAt === null)) keys = [await add(), ...keys]

  const validKeys = (): Key[] =>
    keys.filter(({ retiredAt }) => retiredAt === null || retiredAt.getTime() + accessTokenSeconds * 1000 > now().getTime())
  const currentKey = (): Key => {
    const key = keys.find(({ retiredAt }) => retiredAt === null)
    if (key === undefined) throw new Error('There is no current signing key.')
    return key
  }

  return {
    sign: (claims) => {
      const key = currentKey()
      return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' }).sign(key.private)
    },
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = validKeys().find((each) => each.kid === kid)
            if (key === undefined) throw new Error('unrecognized JWT kid')
            return key.public
          },
          { currentDate: now(), algorithms: [ALGORITHM] },
        )
        return payload
      } catch (error) {
        throw badJwt(
          (error as { code?: string }).code === 'ERR_JWT_EXPIRED' ? 'token has invalid claims: token is expired' : (error as Error).message,
        )
      }
    },
    publicKeys: () => validKeys().map(({ jwk }) => jwk),
    rotate: async () => {
      const fresh = await add()
      keys = [fresh, ...keys.map((key) => ({ ...key, retiredAt: key.retiredAt ?? now() }))]
      return fresh.kid
    },
  }
}
