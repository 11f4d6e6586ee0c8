import type { Sql } from 'postgres'

/** Runs DDL that creates what is missing, one process at a time: two starts on one database must not trip over each other. */
export const createTables = async (sql: Sql, ddl: string): Promise<void> => {
  await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtext('academy stand-ins'))`
    await tx.unsafe(ddl)
  })
}
