import type { Sql } from './open-database.ts'

/** Thrown if the API cannot use a database. The message is for the operator. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase'
}

/** Thrown if a URL leads to a standby, which serves the API only after its promotion. */
export class StandbyDatabase extends UnusableDatabase {}

const OLDEST_VERSION = 15

/** Returns the major version of the server. */
async function majorVersion(sql: Sql): Promise<number> {
  const [row] = await sql<[{ version: string }]>`select current_setting('server_version_num') as version`
  return Math.floor(Number(row.version) / 10_000)
}

/** Throws UnusableDatabase when the server is older than the oldest supported version. */
export async function requireSupportedVersion(sql: Sql): Promise<void> {
  const version = await majorVersion(sql)
  if (version < OLDEST_VERSION)
    throw new UnusableDatabase(
      `The database server is Postgres ${version}, and the academy needs ${OLDEST_VERSION} or newer. Upgrade the server, or use another one.`,
    )
}

/**
 * SQL of uuidv7() as in Postgres 18: six bytes of milliseconds, then the version (7, so 0x7000) with twelve bits for the fraction of the
 * millisecond, so that the ids of a session are ascending; the rest is random.
 */
const UUIDV7 = `
  create or replace function public.uuidv7() returns uuid language sql volatile parallel safe as $$
    select encode(
      overlay(
        uuid_send(gen_random_uuid())
        placing substring(int8send(us / 1000) from 3) || substring(int8send(28672 + (us % 1000) * 4096 / 1000) from 7)
        from 1 for 8
      ), 'hex')::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as now
  $$`

/** SQL of a collation like pg_c_utf8 of Postgres 17: sorts by code points, and upper() works for all alphabets. */
const PG_C_UTF8 = `create collation if not exists public.pg_c_utf8 (provider = libc, locale = 'C.UTF-8')`

/** Adds the function and the collation to the schema `public` of servers that lack them. */
export async function addMissingBuiltIns(sql: Sql): Promise<void> {
  const version = await majorVersion(sql)
  if (version < 18) await sql.unsafe(UUIDV7)
  if (version < 17) await sql.unsafe(PG_C_UTF8)
}
