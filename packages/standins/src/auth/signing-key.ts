import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Sql } from 'postgres'
import { AuthError } from './auth-error.ts'

const ALGORITHM = 'ES256'

export type SigningKey = {
  sign(claims: JWTPayload): Promise<string>
  /** Returns the claims of an access token; throws `bad_jwt` for a token that it did not issue. */
  verify(token: string): Promise<JWTPayload>
  publicKey: JWK
}

type Row = { kid: string; private_jwk: JWK }

async function createKey(sql: Sql, now: Date): Promise<Row> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const row = { kid: randomUUID(), private_jwk: await exportJWK(privateKey) }
  await sql`insert into auth.signing_keys (kid, private_jwk, created_at) values (${row.kid}, ${sql.json({ ...row.private_jwk })}, ${now})`
  return row
}

const badJwt = (why: string): AuthError => new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)

/** Loads the stored key, or creates it, so that tokens survive a restart. */
export async function loadSigningKey(sql: Sql, now: () => Date): Promise<SigningKey> {
  const [stored] = await sql<Row[]>`select kid, private_jwk from auth.signing_keys order by created_at desc limit 1`
  const { kid, private_jwk } = stored ?? (await createKey(sql, now()))
  const { d: _secret, ...publicJwk } = private_jwk
  const publicKey: JWK = { ...publicJwk, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'], ext: true }
  const [signs, verifies] = await Promise.all([importJWK(private_jwk, ALGORITHM), importJWK(publicKey, ALGORITHM)])
  return {
    publicKey,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' }).sign(signs),
    verify: async (token) => {
      try {
        return (await jwtVerify(token, verifies, { currentDate: now(), algorithms: [ALGORITHM] })).payload
      } catch (error) {
        const { code, message } = error as Error & { code?: string }
        throw badJwt(code === 'ERR_JWT_EXPIRED' ? 'token has invalid claims: token is expired' : message)
      }
    },
  }
}
