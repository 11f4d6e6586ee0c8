import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Sql } from 'postgres'
import { createTables } from './database.ts'

/**
 * The key that browsers send as `apikey`, with the anonymous role. It is the same in every local academy, so that the web app can be built before
 * the stand-ins start.
 */
export const LOCAL_ANON_KEY =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJsb2NhbC1hY2FkZW15Iiwicm9sZSI6ImFub24iLCJpYXQiOjE3NjcyMjU2MDAsImV4cCI6NDA3MDkwODgwMH0.ReSayePKzOMFuxA0DjuG84CyWhydXkHxuyzIxXbRyyY'

const makeServiceRoleKey = (): Promise<string> =>
  new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('local-academy')
    .setIssuedAt()
    .setExpirationTime('50y')
    .sign(randomBytes(48))

const ddl = `
  CREATE SCHEMA IF NOT EXISTS control;
  CREATE TABLE IF NOT EXISTS control.keys (name text PRIMARY KEY, value text NOT NULL);
`

/** Returns the key that servers send as `apikey` and bearer token to manage accounts. Stores it, so that it stays valid after a restart. */
export const loadServiceRoleKey = async (sql: Sql): Promise<string> => {
  await createTables(sql, ddl)
  const created = await makeServiceRoleKey()
  await sql`INSERT INTO control.keys (name, value) VALUES ('serviceRoleKey', ${created}) ON CONFLICT (name) DO NOTHING`
  const [row] = await sql<{ value: string }[]>`SELECT value FROM control.keys WHERE name = 'serviceRoleKey'`
  return row?.value ?? created
}
