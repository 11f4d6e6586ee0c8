import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import { appliedMigrations } from '../database/journal.ts'
import { openDatabase } from '../database/open-database.ts'
import { type BackupFooter, copyLine, footerLine, headerLine, ROWS_END } from './backup-format.ts'

/**
 * Session settings with which every server writes a value as the same text. There is no time limit, because copying a large table takes
 * longer than a request.
 */
export const COPY_SETTINGS = { timezone: 'UTC', datestyle: 'ISO', statement_timeout: 0 } as const

type Table = { name: string; columns: string[] }

/** Lists all tables with their writable columns, referenced ones first. Unlogged tables are left out. */
export async function tablesOf(sql: postgres.Sql | postgres.ReservedSql): Promise<Table[]> {
  const tables = await sql<(Table & { referencedTables: string[] })[]>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "referencedTables"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relpersistence = 'p' order by c.relname`
  const sorted: Table[] = []
  const remaining = new Map(tables.map((table) => [table.name, table]))
  while (remaining.size > 0) {
    const next = [...remaining.values()].find(({ referencedTables }) => !referencedTables.some((name) => remaining.has(name)))
    if (!next) throw new Error(`Circular foreign keys between these tables: ${[...remaining.keys()].join(', ')}.`)
    remaining.delete(next.name)
    sorted.push({ name: next.name, columns: next.columns })
  }
  return sorted
}

/**
 * Streams the whole database as text, and returns the footer. All tables are read in one snapshot, which is taken when the first chunk is read.
 * Holds no table in memory, and blocks no writer.
 */
export async function* backup(databaseUrl: string): AsyncGenerator<Buffer, BackupFooter> {
  await using pool = openDatabase(databaseUrl, { applicationName: 'academy-backup', max_lifetime: null, settings: COPY_SETTINGS })
  const hash = createHash('sha256')
  const withHash = (chunk: Buffer): Buffer => {
    hash.update(chunk)
    return chunk
  }
  const sql = await pool.reserve()
  await sql`begin isolation level repeatable read read only`
  const migrations = [...(await appliedMigrations(sql))]
  const [now] = await sql<[{ at: Date }]>`select now() as at`
  const header = { at: now.at.toISOString(), migrations }
  yield withHash(Buffer.from(headerLine(header)))
  const tables: Record<string, number> = {}
  for (const { name, columns } of await tablesOf(sql)) {
    const [counted] = await sql<[{ rows: string }]>`select count(*) as rows from ${sql(`public.${name}`)}`
    tables[name] = Number(counted.rows)
    yield withHash(Buffer.from(copyLine(name, columns)))
    const rows = await sql`copy ${sql(`public.${name}`)} (${sql(columns)}) to stdout`.readable()
    for await (const chunk of rows) yield withHash(chunk)
    // After a large row the driver stops reading until the stream requests more. After the last row nothing requests more.
    rows._read(0)
    yield withHash(Buffer.from(`${ROWS_END}\n`))
  }
  await sql`commit`
  sql.release()
  const footer = { tables, sha256: hash.digest('hex') }
  yield Buffer.from(footerLine(footer))
  return footer
}
