/*
 * A backup is text that psql understands as well, compressed with gzip: COPY statements, each with the rows of its table and `\.` at the end. The
 * first line says when it was made and with which migrations; the last line has row counts and a hash, which prove that it is complete.
 */

export type BackupHeader = {
  /** When the snapshot was taken, as an ISO string. */
  at: string
  /** The applied migrations by their times, in milliseconds since 1970. Only a database with all of them can take the backup. */
  migrations: number[]
}

export type BackupFooter = {
  /** The number of rows of each table. */
  tables: Record<string, number>
  /** The hash of everything before the footer, in hexadecimal. */
  sha256: string
}

const HEADER_PREFIX = '-- academy backup 1 '
const FOOTER_PREFIX = '-- end '

export const headerLine = (header: BackupHeader) => `${HEADER_PREFIX}${JSON.stringify(header)}\n`
export const footerLine = (footer: BackupFooter) => `${FOOTER_PREFIX}${JSON.stringify(footer)}\n`

export const readHeader = (line: string): BackupHeader | undefined =>
  line.startsWith(HEADER_PREFIX) ? JSON.parse(line.slice(HEADER_PREFIX.length)) : undefined
export const readFooter = (line: string): BackupFooter | undefined =>
  line.startsWith(FOOTER_PREFIX) ? JSON.parse(line.slice(FOOTER_PREFIX.length)) : undefined

/** The line after the rows of a table. No row can look like it, because a backslash in a value is doubled. */
export const ROWS_END = '\\.'

export const copyLine = (table: string, columns: readonly string[]) =>
  `COPY public."${table}" (${columns.map((name) => `"${name}"`).join(', ')}) FROM stdin;\n`

export type TableColumns = { table: string; columns: string[] }

/** Returns the table and the columns of a COPY line; undefined for other lines. */
export function readCopyLine(line: string): TableColumns | undefined {
  const [, table, columns] = /^COPY public\."(\w+)" \(((?:"\w+"(?:, )?)+)\) FROM stdin;$/.exec(line) ?? []
  return table === undefined || columns === undefined ? undefined : { table, columns: columns.split(', ').map((name) => name.slice(1, -1)) }
}

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Parses a row as Postgres writes it for COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"). */
export const parseRow = (line: string): (string | null)[] =>
  line
    .split('\t')
    .map((value) => (value === '\\N' ? null : value.replace(/\\(.)/g, (_, character: string) => ESCAPED[character] ?? character)))
