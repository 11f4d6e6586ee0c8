import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import { appliedMigrations } from '../database/journal.ts'
import { openDatabase } from '../database/open-database.ts'
import { COPY_SETTINGS, tablesOf } from './backup.ts'
import {
  type BackupFooter,
  type BackupHeader,
  ROWS_END,
  readFooter,
  readHeader,
  readTableLine,
  rowOf,
  type TableRows,
} from './backup-format.ts'

/** A backup was refused, and nothing of it was written. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

const ROWS_END_LINE = Buffer.from(ROWS_END)

const INCOMPLETE = 'The backup is incomplete: it was cut off, or changed. Nothing was restored.'

/** Yields the lines of a stream, without their line ends. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const text = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    let from = 0
    for (let to = text.indexOf(10); to >= 0; to = text.indexOf(10, from)) {
      yield text.subarray(from, to)
      from = to + 1
    }
    rest = text.subarray(from)
  }
  if (rest.length > 0) throw new RestoreRefused(INCOMPLETE)
}

async function requireMigrations(sql: postgres.TransactionSql, { migrations }: BackupHeader): Promise<void> {
  const applied = await appliedMigrations(sql)
  const unknown = migrations.filter((time) => !applied.has(time))
  if (unknown.length > 0) throw new RestoreRefused('The backup is of a newer version of the academy. Restore it with that version.')
}

async function requireEmpty(sql: postgres.TransactionSql): Promise<void> {
  for (const { name } of await tablesOf(sql as unknown as postgres.Sql)) {
    const [table] = await sql<[{ hasRows: boolean }]>`select exists (select from ${sql(`public.${name}`)}) as "hasRows"`
    if (table.hasRows) throw new RestoreRefused(`The database is not empty: the table ${name} has rows. Restore into a new one.`)
  }
}

/** Bytes of rows per statement. */
const BATCH = 1_000_000

/**
 * Inserts the rows of one table in batches. Not by COPY, because the driver waits forever when the database refuses a row. The values are sent
 * as texts, which Postgres parses by the same rules.
 */
class RowWriter {
  readonly #sql: postgres.TransactionSql
  readonly #statement: string
  #columns: (string | null)[][]
  #bytes = 0

  static async of(sql: postgres.TransactionSql, { table, columns }: TableRows): Promise<RowWriter> {
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

  async row(line: Buffer): Promise<void> {
    const values = rowOf(line.toString())
    if (values.length !== this.#columns.length) throw new RestoreRefused(INCOMPLETE)
    for (const [index, column] of this.#columns.entries()) column.push(values[index] ?? null)
    this.#bytes += line.length
    if (this.#bytes >= BATCH) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#columns[0]?.length === 0) return
    await this.#sql.unsafe(this.#statement, this.#columns as string[][])
    this.#columns = this.#columns.map(() => [])
    this.#bytes = 0
  }
}

/**
 * Writes a backup into a migrated, empty database, in one transaction. Returns the number of rows of each table.
 * @throws RestoreRefused when the backup is incomplete, or of a newer version.
 */
export async function restore(databaseUrl: string, pieces: AsyncIterable<Buffer>): Promise<Record<string, number>> {
  const sql = openDatabase(databaseUrl, { applicationName: 'academy-restore', max_lifetime: null, settings: COPY_SETTINGS })
  try {
    const tables = await sql.begin((tx) => writeAll(tx, pieces))
    // New tables have no statistics, so the planner's defaults would be wrong.
    await sql`analyze`
    return tables
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function writeAll(tx: postgres.TransactionSql, pieces: AsyncIterable<Buffer>): Promise<Record<string, number>> {
  await requireEmpty(tx)
  const hash = createHash('sha256')
  const rowCounts: Record<string, number> = {}
  let head: BackupHeader | undefined
  let open: { table: string; writer: RowWriter } | undefined
  let end: BackupFooter | undefined
  for await (const line of linesOf(pieces)) {
    if (end) throw new RestoreRefused(INCOMPLETE)
    if (open && !line.equals(ROWS_END_LINE)) {
      await open.writer.row(line)
      rowCounts[open.table] = (rowCounts[open.table] ?? 0) + 1
    } else if (open) {
      await open.writer.flush()
      open = undefined
    } else if (!head) {
      head = readHeader(line.toString())
      if (!head) throw new RestoreRefused('This is no backup of an academy.')
      await requireMigrations(tx, head)
    } else {
      end = readFooter(line.toString())
      const copy = readTableLine(line.toString())
      if (!end && !copy) throw new RestoreRefused(INCOMPLETE)
      if (copy) {
        open = { table: copy.table, writer: await RowWriter.of(tx, copy) }
        rowCounts[copy.table] = 0
      }
    }
    if (!end) hash.update(line).update('\n')
  }
  const isWhole = end && end.sha256 === hash.digest('hex') && Object.entries(end.tables).every(([name, rows]) => rowCounts[name] === rows)
  if (!isWhole) throw new RestoreRefused(INCOMPLETE)
  return rowCounts
}
