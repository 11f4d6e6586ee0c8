import { openDatabase, type Sql, STATEMENT_TIMEOUT_MS } from './open-database.ts'
import { UnfitDatabase } from './supported-versions.ts'

/** Hosted Supabase serves tables of the schema public to these two, and every browser has the key of the first. */
const ROLES_OF_SUPABASE = ['anon', 'authenticated']

/**
 * Returns the role as which an address signs in. Supabase's pooler takes it as `role.project`.
 * @throws UnfitDatabase when the database has no such role.
 */
export async function roleOfUrl(sql: Sql, databaseUrl: string): Promise<string> {
  const user = decodeURIComponent(new URL(databaseUrl).username)
  const role = user.replace(/\.[^.]+$/, '')
  const [found] = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname in (${user}, ${role}) order by length(rolname) desc limit 1`
  if (found) return found.rolname
  throw new UnfitDatabase(
    `The database has no role ${role}, as which DATABASE_URL signs in. Create it as an administrator of the database: create role ${role} login password '…'.`,
  )
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** Functions of migrations that run as their owner. */
const FUNCTIONS = ['similar_search_words']

/** Returns the signatures of those functions that are in the database. */
async function functionSignatures(sql: Sql): Promise<string[]> {
  const rows = await sql<{ signature: string }[]>`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace and proname = any(${FUNCTIONS})`
  return rows.map(({ signature }) => signature)
}

const listOf = (tables: readonly string[]): string => tables.map((table) => `public.${quote(table)}`).join(', ')

/**
 * Lets the API's role read and write the rows of the academy's tables and call its functions, and nothing else: it cannot change or empty a
 * table, nor switch a trigger off.
 * @param sql a connection of the owner of the tables.
 */
export async function grantToApiRole(sql: Sql, role: string, tables: readonly string[]): Promise<void> {
  await sql.unsafe(`
    grant usage on schema public, drizzle to ${quote(role)};
    grant select on drizzle.__drizzle_migrations to ${quote(role)};
    grant select, insert, update, delete on ${listOf(tables)} to ${quote(role)}`)
  for (const signature of await functionSignatures(sql)) await sql.unsafe(`grant execute on function ${signature} to ${quote(role)}`)
}

/** Takes tables and functions away from the roles through which hosted Supabase would serve them to browsers. */
export async function revokeFromSupabaseRoles(sql: Sql, tables: readonly string[]): Promise<void> {
  const roles = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname = any(${ROLES_OF_SUPABASE}) and rolname <> current_user`
  if (roles.length === 0 || tables.length === 0) return
  const names = roles.map(({ rolname }) => quote(rolname)).join(', ')
  await sql.unsafe(`revoke all on ${listOf(tables)} from ${names}`)
  for (const signature of await functionSignatures(sql)) await sql.unsafe(`revoke all on function ${signature} from ${names}`)
}

/**
 * Limits the time of statements of the API's role in this database. Through a pooler in transaction mode the API cannot set the limit for
 * its sessions, as it has none of its own. A role may do this for itself.
 */
export async function limitStatementsOfRole(databaseUrl: string): Promise<void> {
  const sql = openDatabase(databaseUrl, { applicationName: 'academy-migrate', prepare: false })
  try {
    const [names] = await sql<[{ role: string; database: string }]>`select current_user as role, current_database() as database`
    await sql.unsafe(
      `alter role ${quote(names.role)} in database ${quote(names.database)} set statement_timeout to ${STATEMENT_TIMEOUT_MS}`,
    )
  } finally {
    await sql.end({ timeout: 5 })
  }
}
