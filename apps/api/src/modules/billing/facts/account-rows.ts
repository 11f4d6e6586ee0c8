import { type GetColumnData, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { purchases } from './purchases.table.ts'

type Columns = Record<string, PgColumn>
type RowOf<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> }

/** A row of any table about an account: the name of the table, and the values of chosen columns as JSON. */
export type AccountRow = [table: string, account_id: string, ...values: unknown[]]

/** Returns a function that reads the values of these columns from JSON. */
export function valuesOf<C extends Columns>(columns: C): (values: readonly unknown[]) => RowOf<C> {
  const entries = Object.entries(columns)
  return (values) =>
    Object.fromEntries(
      entries.map(([key, column], index) => [key, values[index] === null ? null : column.mapFromDriverValue(values[index])]),
    ) as RowOf<C>
}

/** Chooses columns of a table about accounts, for a statement that reads several such tables. */
export function rowsOf<C extends Columns>(table: PgTable, columns: C) {
  const name = getTableName(table)
  const parse = valuesOf(columns)
  return {
    /** Builds SQL that selects rows as JSON. An array, because objects with names take Postgres a tenth longer. */
    select: (condition: SQL): SQL =>
      sql`select json_build_array(${sql.raw(`'${name}'`)}, account_id, ${sql.join(Object.values(columns), sql`, `)}) as account_row
        from ${table} where ${condition}`,
    /** Returns the rows of this table among `rows`. */
    parse: (rows: readonly AccountRow[]): RowOf<C>[] => rows.filter(([table]) => table === name).map(([, , ...values]) => parse(values)),
  }
}

/** What decides whether a purchase opens anything, for its buyer or for the holders of its seats. */
export const PURCHASE_FACTS = {
  offer: purchases.offer,
  amount: purchases.amount,
  refunded_amount: purchases.refunded_amount,
  currency: purchases.currency,
  charge_id: purchases.charge_id,
  paid_at: purchases.paid_at,
  refunded_at: purchases.refunded_at,
  dispute: purchases.dispute_status,
  dispute_at: purchases.dispute_at,
  revoked_at: purchases.revoked_at,
  refund_requested_at: purchases.refund_requested_at,
}
