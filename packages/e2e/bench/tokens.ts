import { createHmac } from 'node:crypto'

/** SUPABASE_JWT_SECRET of the measured API, which signs the tokens. */
export const JWT_SECRET = 'the secret of the measured API, and of nothing else'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export type TokenUser = { sub: string; email: string }

/** Returns an access token for each user, valid for a day. */
export function tokensOf(users: TokenUser[], supabaseUrl: string): string[] {
  const now = Math.floor(Date.now() / 1000)
  return users.map(({ sub, email }) => {
    const claims = {
      iss: `${supabaseUrl}/auth/v1`,
      aud: 'authenticated',
      role: 'authenticated',
      sub,
      email,
      amr: [{ method: 'password', timestamp: now }],
      exp: now + 86_400,
    }
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
    return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`
  })
}
