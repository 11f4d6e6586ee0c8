import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../migrate-database.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'

const PERMISSION_DENIED = '42501'

const codeOf = (statement: Promise<unknown>): Promise<string | undefined> =>
  statement.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

test("the API's role can change rows, but not tables", async () => {
  const { app, owner } = await buildTestApp()
  const tables = await owner<
    { name: string }[]
  >`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
  expect(tables.length).toBeGreaterThan(15)
  for (const { name } of tables) {
    for (const statement of [
      `truncate "${name}"`,
      `drop table "${name}"`,
      `alter table "${name}" add column more int`,
      `alter table "${name}" disable trigger all`,
      `create index on "${name}" ((1))`,
      `create trigger more before insert on "${name}" for each row execute function refuse_erased_accounts()`,
    ])
      expect([statement, await codeOf(app.sql.unsafe(statement))]).toEqual([statement, PERMISSION_DENIED])
    const [rights] = await app.sql<[Record<string, boolean>]>`
      select has_table_privilege(${name}, 'select') and has_table_privilege(${name}, 'insert') and has_table_privilege(${name}, 'update')
        and has_table_privilege(${name}, 'delete') as rows`
    expect([name, rights.rows]).toEqual([name, true])
  }
  for (const statement of [
    'create table mine (id int)',
    'create function mine() returns int language sql as $$ select 1 $$',
    'delete from drizzle.__drizzle_migrations',
    'drop function refuse_erased_accounts()',
    'create schema mine',
  ])
    expect([statement, await codeOf(app.sql.unsafe(statement))]).toEqual([statement, PERMISSION_DENIED])
})

test('the roles through which hosted Supabase serves the schema public cannot read the tables', async () => {
  const databaseUrl = await createEmptyDatabase()
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end())
  await createRoles(sql)
  await sql`alter default privileges in schema public grant all on tables to anon, authenticated`
  await migrate(databaseUrl)
  const open = await sql`
    select relname, rolname from pg_class, pg_roles where relnamespace = 'public'::regnamespace and relkind = 'r'
      and rolname in ('anon', 'authenticated') and has_table_privilege(rolname, pg_class.oid, 'select, insert, update, delete, truncate')`
  expect(open).toEqual([])
})

test('a migration explains how to create a missing role, and changes nothing', async () => {
  const databaseUrl = await createEmptyDatabase()
  const missing = Object.assign(new URL(databaseUrl), { username: 'academy_missing.project' }).href
  await expect(migrate(databaseUrl, { apiDatabaseUrl: missing })).rejects.toThrow(
    /no role academy_missing, which DATABASE_URL names\..*create role academy_missing login/,
  )
  const sql = postgres(databaseUrl, { max: 1 })
  onTestFinished(() => sql.end())
  expect(await sql`select from pg_class where relnamespace = 'public'::regnamespace`).toEqual([])
})

/** Roles belong to the whole server, so another run may have created them. */
async function createRoles(sql: postgres.Sql): Promise<void> {
  for (const role of ['anon', 'authenticated'])
    await sql.unsafe(`create role ${role} nologin`).catch((error: { code?: string }) => {
      if (error.code !== '42710' && error.code !== '23505') throw error
    })
}
