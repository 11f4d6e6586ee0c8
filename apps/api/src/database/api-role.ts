import { openDatabase, type Sql, STATEMENT_TIMEOUT_MS } from './open-database.ts'
import { UnusableDatabase } from './supported-versions.ts'

/** The roles through which hosted Supabase serves the tables of the schema public. The key of `anon` is in every browser. */
const ROLES_OF_SUPABASE = ['anon', 'authenticated']

/**
 * Returns the role of a database URL. In a URL of Supabase's pooler the user name is `role.project`.
 * @throws UnusableDatabase when the database has no such role.
 */
export async function roleOfUrl(sql: Sql, databaseUrl: string): Promise<string> {
  const user = decodeURIComponent(new URL(databaseUrl).username)
  const role = user.replace(/\.[^.]+$/, '')
  const [existing] = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname in (${user}, ${role}) order by length(rolname) desc limit 1`
  if (existing) return existing.rolname
  throw new UnusableDatabase(
    `The database has no role ${role}, which DATABASE_URL names. Create it as an administrator of the database: create role ${role} login password '…'.`,
  )
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** Names of functions in migrations that run with the rights of their owner. */
const FUNCTIONS = ['similar_search_words']

/** Returns the signatures of these functions, if they exist. */
async function functionSignatures(sql: Sql): Promise<string[]> {
  const rows = await sql<{ signature: string }[]>`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace and proname = any(${FUNCTIONS})`
  return rows.map(({ signature }) => signature)
}

const listOf = (tables: readonly string[]): string => tables.map((table) => `public.${quote(table)}`).join(', ')

/**
 * Grants the API's role the rights to read and write rows of the academy's tables and to call its functions, but not to alter or truncate a table
 * or to disable a trigger.
 * @param sql a connection as the owner of the tables.
 */
export async function grantToApiRole(sql: Sql, role: string, tables: readonly string[]): Promise<void> {
  await sql.unsafe(`
    grant usage on schema public, drizzle to ${quote(role)};
    grant select on drizzle.__drizzle_migrations to ${quote(role)};
    grant select, insert, update, delete on ${listOf(tables)} to ${quote(role)}`)
  for (const signature of await functionSignatures(sql)) await sql.unsafe(`grant execute on function ${signature} to ${quote(role)}`)
}

/** Revokes tables and functions from the roles through which hosted Supabase would serve them to browsers. */
export async function revokeFromSupabaseRoles(sql: Sql, tables: readonly string[]): Promise<void> {
  const roles = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname = any(${ROLES_OF_SUPABASE}) and rolname <> current_user`
  if (roles.length === 0 || tables.length === 0) return
  const names = roles.map(({ rolname }) => quote(rolname)).join(', ')
  await sql.unsafe(`revoke all on ${listOf(tables)} from ${names}`)
  for (const signature of await functionSignatures(sql)) await sql.unsafe(`revoke all on function ${signature} from ${names}`)
}

/**
 * Lets only the API's role and the owner connect to a database. Changes nothing for a role that does not own the database, and on a server of
 * Supabase, whose own roles connect to it.
 */
export async function closeToOtherRoles(databaseUrl: string, apiDatabaseUrl: string): Promise<void> {
  await using sql = openDatabase(databaseUrl, { applicationName: 'academy-restore', max: 1 })
  const [own] = await sql<{ database: string }[]>`
    select datname as database from pg_database where datname = current_database() and datdba = current_user::regrole
    and not exists (select from pg_roles where rolname = any(${ROLES_OF_SUPABASE}))`
  if (own === undefined) return
  const role = await roleOfUrl(sql, apiDatabaseUrl)
  await sql.unsafe(`
    grant connect on database ${quote(own.database)} to ${quote(role)};
    revoke connect on database ${quote(own.database)} from public`)
}

/**
 * Sets the statement_timeout of the API's role in this database, because behind a pooler in transaction mode the API cannot set it for a
 * session. Needs no other right than to sign in as that role.
 */
export async function limitStatementsOfRole(databaseUrl: string): Promise<void> {
  await using sql = openDatabase(databaseUrl, { applicationName: 'academy-migrate', prepare: false })
  const [names] = await sql<[{ role: string; database: string }]>`select current_user as role, current_database() as database`
  await sql.unsafe(`alter role ${quote(names.role)} in database ${quote(names.database)} set statement_timeout to ${STATEMENT_TIMEOUT_MS}`)
}
