import type { JSONValue, Sql, TransactionSql } from 'postgres'

/** The database, or a transaction. */
export type Tx = Sql | TransactionSql

/** Casts a value to the JSON type of the query builder. */
export const json = (tx: Tx, value: unknown) => tx.json(value as JSONValue)

/** Runs DDL that creates missing tables. A lock lets one process at a time do so. */
export const createTables = async (sql: Sql, ddl: string): Promise<void> => {
  await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtext('academy stand-ins'))`
    await tx.unsafe(ddl)
  })
}
