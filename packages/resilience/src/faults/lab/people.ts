import { createHmac, randomUUID } from 'node:crypto'
import { openGrantManager } from '@academy/api/manage-grants'
import type { Package } from '@academy/catalog'
import type { Standins } from '@academy/standins'
import { createClient } from '@supabase/supabase-js'
import { ask } from './answer.ts'

export type Person = { id: string; email: string; headers: { authorization: string } }

/** What the API of the lab also accepts tokens of, so that people need no password. */
export const JWT_SECRET = 'the secret of a lab that breaks things, and of nothing else'

export type Claims = { expiresIn?: number; issuedIn?: number; email?: string }

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(claims: object): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${createHmac('sha256', JWT_SECRET).update(text).digest('base64url')}`
}

/** Returns a person with a token that was signed here. Times are in seconds from now. */
export function personWithToken(supabaseUrl: string, { expiresIn = 3600, issuedIn = 0, email }: Claims = {}): Person {
  const id = randomUUID()
  const address = email ?? `${id.slice(0, 8)}@faults.test`
  const now = Math.floor(Date.now() / 1000)
  const token = signed({
    iss: `${supabaseUrl}/auth/v1`,
    aud: 'authenticated',
    role: 'authenticated',
    sub: id,
    email: address,
    amr: [{ method: 'password', timestamp: now }],
    iat: now + issuedIn,
    exp: now + expiresIn,
  })
  return { id, email: address, headers: { authorization: `Bearer ${token}` } }
}

/** Creates the account of a person, as the first page does, and grants packages. */
export async function equip(person: Person, apiUrl: string, databaseUrl: string, packages: readonly Package[]): Promise<Person> {
  const { status, body } = await ask(`${apiUrl}/api/accounts/context`, { headers: person.headers })
  if (status !== 200) throw new Error(`the account was not created: ${status} ${body}`)
  const manager = openGrantManager(databaseUrl)
  try {
    for (const name of packages) {
      const outcome = await manager.grant(person.id, { package: name, reason: 'a scenario', by: 'faults', expires_at: null })
      if (!outcome.done) throw new Error(outcome.message)
    }
  } finally {
    await manager.close()
  }
  return person
}

export const PASSWORD = 'Correct-horse-7'

/** A browser's client of the auth provider, with a memory of its own. */
export const newBrowser = ({ supabaseUrl, anonKey }: Standins) =>
  createClient(supabaseUrl, anonKey, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } })

/** Returns a person who signed in at the auth provider, with a token that only its published keys verify. */
export async function signedIn(standins: Standins, email = `${randomUUID().slice(0, 8)}@faults.test`): Promise<Person> {
  const admin = createClient(standins.supabaseUrl, standins.serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const made = await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
  if (made.error && made.error.code !== 'email_exists') throw made.error
  const { data, error } = await newBrowser(standins).auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { id: data.user.id, email, headers: { authorization: `Bearer ${data.session.access_token}` } }
}
