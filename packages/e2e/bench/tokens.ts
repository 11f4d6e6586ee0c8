import { roleKey } from '@academy/operator'

/** SUPABASE_JWT_SECRET of the measured API, which signs the tokens. */
export const JWT_SECRET = 'the secret of the measured API, and of nothing else'

export type TokenUser = { sub: string; email: string }

/** Returns a session token for each user, valid for a day. */
export function tokensOf(users: TokenUser[], supabaseUrl: string): string[] {
  const now = Math.floor(Date.now() / 1000)
  const shared = { iss: `${supabaseUrl}/auth/v1`, aud: 'authenticated', amr: [{ method: 'password', timestamp: now }], exp: now + 86_400 }
  return users.map((user) => roleKey('authenticated', JWT_SECRET, { ...shared, ...user }))
}
