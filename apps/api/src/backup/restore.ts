import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import { appliedMigrations } from '../database/journal.ts'
import { openDatabase } from '../database/open-database.ts'
import { COPY_SETTINGS, tablesOf } from './backup.ts'
import {
  type BackupFooter,
  type BackupHeader,
  parseRow,
  ROWS_END,
  readCopyLine,
  readFooter,
  readHeader,
  type TableColumns,
} from './backup-format.ts'

export { closeToOtherRoles } from '../database/api-role.ts'

/** A backup was refused, and nothing of it was written. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

const ROWS_END_LINE = Buffer.from(ROWS_END)

const INCOMPLETE = 'The backup is incomplete: it was cut off, or changed. Nothing was restored.'

/** Yields the lines of a stream, without their line ends. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // The chunks of the unfinished line. A line can be as long as a file of the content.
  let parts: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      const end = chunk.subarray(from, to)
      yield parts.length === 0 ? end : Buffer.concat([...parts, end])
      parts = []
      from = to + 1
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  }
  if (parts.length > 0) throw new RestoreRefused(INCOMPLETE)
}

async function requireMigrations(sql: postgres.TransactionSql, { migrations }: BackupHeader): Promise<void> {
  const applied = await appliedMigrations(sql)
  const unknown = migrations.filter((time) => !applied.has(time))
  if (unknown.length > 0) throw new RestoreRefused('The backup is of a newer version of the academy. Restore it with that version.')
}

/** Throws RestoreRefused if a table has rows. */
async function assertEmpty(sql: postgres.TransactionSql): Promise<void> {
  for (const { name } of await tablesOf(sql as unknown as postgres.Sql)) {
    const [table] = await sql<[{ hasRows: boolean }]>`select exists (select from ${sql(`public.${name}`)}) as "hasRows"`
    if (table.hasRows) throw new RestoreRefused(`The database is not empty: the table ${name} has rows. Restore into a new one.`)
  }
}

/** Throws RestoreRefused for a database with rows, also for one that was not migrated. Changes nothing. */
export async function assertDatabaseEmpty(databaseUrl: string): Promise<void> {
  await using sql = openDatabase(databaseUrl, { applicationName: 'academy-restore', max: 1 })
  await sql.begin('read only', assertEmpty)
}

/** A statement inserts the rows once they have at least this many bytes. */
const BATCH_BYTES = 1_000_000

/**
 * Inserts the rows of one table in batches. Not by COPY, because the driver waits forever when the database refuses a row. The values are sent
 * as texts, which Postgres parses as it parses those of COPY.
 */
class RowWriter {
  readonly #sql: postgres.TransactionSql
  readonly #statement: string
  #columns: (string | null)[][]
  #bytes = 0

  static async of(sql: postgres.TransactionSql, { table, columns }: TableColumns): Promise<RowWriter> {
    const types = await sql<{ name: string; type: string }[]>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${`public."${table}"`}::regclass and attnum > 0 and not attisdropped`
    const typeOf = new Map(types.map(({ name, type }) => [name, type]))
    const texts = columns.map((_, index) => `$${index + 1}::text[]`)
    const values = columns.map((name, index) => `c${index}::${typeOf.get(name)}`)
    const statement = `insert into public."${table}" (${columns.map((name) => `"${name}"`)})
      select ${values} from unnest(${texts}) as given(${columns.map((_, index) => `c${index}`)})`
    return new RowWriter(sql, statement, columns.length)
  }

  private constructor(sql: postgres.TransactionSql, statement: string, columns: number) {
    this.#sql = sql
    this.#statement = statement
    this.#columns = Array.from({ length: columns }, () => [])
  }

  /** Adds the row of a line of the backup. Inserts the batch when it is large enough. */
  async add(line: Buffer): Promise<void> {
    const values = parseRow(line.toString())
    if (values.length !== this.#columns.length) throw new RestoreRefused(INCOMPLETE)
    for (const [index, column] of this.#columns.entries()) column.push(values[index] ?? null)
    this.#bytes += line.length
    if (this.#bytes >= BATCH_BYTES) await this.flush()
  }

  /** Inserts the rows of the current batch. */
  async flush(): Promise<void> {
    if (this.#columns[0]?.length === 0) return
    await this.#sql.unsafe(this.#statement, this.#columns as string[][])
    this.#columns = this.#columns.map(() => [])
    this.#bytes = 0
  }
}

/**
 * Writes a backup into a migrated, empty database, in one transaction. Returns the number of rows of each table.
 * @throws RestoreRefused when the file is not a complete backup or comes from a newer version, and when the database is not empty.
 */
export async function restore(databaseUrl: string, chunks: AsyncIterable<Buffer>): Promise<Record<string, number>> {
  await using sql = openDatabase(databaseUrl, { applicationName: 'academy-restore', max_lifetime: null, settings: COPY_SETTINGS })
  const tables = await sql.begin((tx) => writeAll(tx, chunks))
  // New tables have no statistics, so the planner's defaults would be wrong.
  await sql`analyze`
  return tables
}

async function writeAll(tx: postgres.TransactionSql, chunks: AsyncIterable<Buffer>): Promise<Record<string, number>> {
  await assertEmpty(tx)
  const hash = createHash('sha256')
  const rowCounts: Record<string, number> = {}
  let header: BackupHeader | undefined
  let openTable: { table: string; writer: RowWriter } | undefined
  let footer: BackupFooter | undefined
  for await (const line of linesOf(chunks)) {
    if (footer) throw new RestoreRefused(INCOMPLETE)
    if (openTable && !line.equals(ROWS_END_LINE)) {
      await openTable.writer.add(line)
      rowCounts[openTable.table] = (rowCounts[openTable.table] ?? 0) + 1
    } else if (openTable) {
      await openTable.writer.flush()
      openTable = undefined
    } else if (!header) {
      header = readHeader(line.toString())
      if (!header) throw new RestoreRefused('This file is not a backup of an academy.')
      await requireMigrations(tx, header)
    } else {
      footer = readFooter(line.toString())
      const copy = readCopyLine(line.toString())
      if (!footer && !copy) throw new RestoreRefused(INCOMPLETE)
      if (copy) {
        openTable = { table: copy.table, writer: await RowWriter.of(tx, copy) }
        rowCounts[copy.table] = 0
      }
    }
    if (!footer) hash.update(line).update('\n')
  }
  const isWhole =
    footer && footer.sha256 === hash.digest('hex') && Object.entries(footer.tables).every(([name, rows]) => rowCounts[name] === rows)
  if (!isWhole) throw new RestoreRefused(INCOMPLETE)
  return rowCounts
}
