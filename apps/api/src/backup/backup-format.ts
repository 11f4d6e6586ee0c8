/*
 * A backup is text that psql understands as well, compressed with gzip: COPY statements with the rows of each table after them, closed by `\.`,
 * between a first line that tells what it is of and a last one that proves that it is whole.
 */

export type BackupHeader = {
  /** When the snapshot was taken. */
  at: string
  /** Times of the migrations that the database had: it can be read back by a version that has all of them. */
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

/** Closes the rows of a table; no row can look like it, as a backslash in a value is doubled. */
export const ROWS_END = '\\.'

export const copyLine = (table: string, columns: readonly string[]) =>
  `COPY public."${table}" (${columns.map((name) => `"${name}"`).join(', ')}) FROM stdin;\n`

export type TableRows = { table: string; columns: string[] }

/** The table and its columns, of a line that begins their rows. */
export function readTableLine(line: string): TableRows | undefined {
  const [, table, columns] = /^COPY public\."(\w+)" \(((?:"\w+"(?:, )?)+)\) FROM stdin;$/.exec(line) ?? []
  return table === undefined || columns === undefined ? undefined : { table, columns: columns.split(', ').map((name) => name.slice(1, -1)) }
}

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The values of a row as Postgres writes them for COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"). */
export const rowOf = (line: string): (string | null)[] =>
  line.split('\t').map((value) => (value === '\\N' ? null : value.replace(/\\(.)/g, (_, sign: string) => ESCAPED[sign] ?? sign)))
