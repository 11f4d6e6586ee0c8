import type { Sql } from 'postgres'

/** Runs DDL that creates missing tables. A lock lets one process at a time do so. */
export const createTables = async (sql: Sql, ddl: string): Promise<void> => {
  await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtext('academy stand-ins'))`
    await tx.unsafe(ddl)
  })
}
