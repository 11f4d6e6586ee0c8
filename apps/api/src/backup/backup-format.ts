/*
 * A backup is text that psql understands as well, compressed with gzip: COPY statements, each with the rows of its table and `\.` at the end. The
 * first line says when it was made and with which migrations; the last line has row counts and a hash, which prove that it is complete.
 */

export type BackupHeader = {
  /** When the snapshot was taken. */
  at: string
  /** The times of the migrations of the database. Only a version that has all of them can restore the backup. */
  migrations: number[]
}

export type BackupFooter = { tables: Record<string, number>; sha256: string }

const HEAD = '-- academy backup 1 '
const END = '-- end '

export const headerLine = (head: BackupHeader) => `${HEAD}${JSON.stringify(head)}\n`
export const footerLine = (end: BackupFooter) => `${END}${JSON.stringify(end)}\n`

export const readHeader = (line: string): BackupHeader | undefined =>
  line.startsWith(HEAD) ? JSON.parse(line.slice(HEAD.length)) : undefined
export const readFooter = (line: string): BackupFooter | undefined =>
  line.startsWith(END) ? JSON.parse(line.slice(END.length)) : undefined

/** The line after the rows of a table. No row can look like it, because a backslash in a value is doubled. */
export const ROWS_END = '\\.'

export const copyLine = (table: string, columns: readonly string[]) =>
  `COPY public."${table}" (${columns.map((name) => `"${name}"`).join(', ')}) FROM stdin;\n`

export type TableRows = { table: string; columns: string[] }

/** Returns the table and the columns of a COPY line; undefined for other lines. */
export function readTableLine(line: string): TableRows | undefined {
  const [, table, columns] = /^COPY public\."(\w+)" \(((?:"\w+"(?:, )?)+)\) FROM stdin;$/.exec(line) ?? []
  return table === undefined || columns === undefined ? undefined : { table, columns: columns.split(', ').map((name) => name.slice(1, -1)) }
}

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Parses a row as Postgres writes it for COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"). */
export const rowOf = (line: string): (string | null)[] =>
  line.split('\t').map((value) => (value === '\\N' ? null : value.replace(/\\(.)/g, (_, sign: string) => ESCAPED[sign] ?? sign)))
