import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Sql } from 'postgres'
import { createTables } from './database.ts'

export type StandinKeys = {
  /** The key that browsers send as `apikey`. */
  anonKey: string
  /** The key that servers send as `apikey` and bearer token to manage accounts. */
  serviceRoleKey: string
  /** The secret that signs both keys. Older projects also sign access tokens with it. */
  jwtSecret: string
}

/**
 * The client key of every local academy, with the anonymous role. It is fixed, so that the web app can be built before the stand-ins start.
 */
export const LOCAL_ANON_KEY =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJsb2NhbC1hY2FkZW15Iiwicm9sZSI6ImFub24iLCJpYXQiOjE3NjcyMjU2MDAsImV4cCI6NDA3MDkwODgwMH0.ReSayePKzOMFuxA0DjuG84CyWhydXkHxuyzIxXbRyyY'

const makeServiceRoleKey = (secret: string): Promise<string> =>
  new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('local-academy')
    .setIssuedAt()
    .setExpirationTime('50y')
    .sign(new TextEncoder().encode(secret))

const ddl = `
  CREATE SCHEMA IF NOT EXISTS control;
  CREATE TABLE IF NOT EXISTS control.keys (name text PRIMARY KEY, value text NOT NULL);
`

/** Creates the keys once and stores them, so that they stay valid after a restart. */
export const loadKeys = async (sql: Sql, keys: Partial<StandinKeys>): Promise<StandinKeys> => {
  await createTables(sql, ddl)
  const loadOrSave = async (name: keyof StandinKeys, value: string): Promise<string> => {
    await sql`INSERT INTO control.keys (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO NOTHING`
    const [row] = await sql<{ value: string }[]>`SELECT value FROM control.keys WHERE name = ${name}`
    return row?.value ?? value
  }
  const jwtSecret = keys.jwtSecret ?? (await loadOrSave('jwtSecret', randomBytes(48).toString('base64url')))
  return {
    jwtSecret,
    anonKey: keys.anonKey ?? LOCAL_ANON_KEY,
    serviceRoleKey: keys.serviceRoleKey ?? (await loadOrSave('serviceRoleKey', await makeServiceRoleKey(jwtSecret))),
  }
}
