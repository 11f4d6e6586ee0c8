import postgres from 'postgres'
import { startStandins } from '../start-standins.ts'
import { newTemplate, newTestDatabase } from './test-database.ts'

/** Deletes all rows, so that stand-ins that start on a copy create their own keys and an empty workspace. */
async function deleteRows(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const tables = await sql<{ schemaname: string; tablename: string }[]>`
    select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`
  await sql.unsafe(`truncate ${tables.map(({ schemaname, tablename }) => `"${schemaname}"."${tablename}"`).join()} restart identity`)
  await sql.end()
}

/** Creates a database with the empty tables of all stand-ins. Returns its name. */
async function createTemplate(): Promise<string> {
  const databaseUrl = await newTemplate('standins')
  const standins = await startStandins({ databaseUrl, siteUrl: 'http://localhost:3000' })
  await standins.stop()
  await deleteRows(databaseUrl)
  return new URL(databaseUrl).pathname.slice(1)
}

let template: Promise<string> | undefined

/** Creates a database with the empty tables of all stand-ins. Copies it, because stand-ins need longer to create the tables. Returns its URL. */
export async function newStandinsDatabase(prefix: string): Promise<string> {
  template ??= createTemplate()
  return await newTestDatabase(prefix, await template)
}
