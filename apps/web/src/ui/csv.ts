/** A cell of a table. */
export type Cell = string | number

/** Programs that open a CSV take a cell that begins with one of these for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Returns a cell as CSV (RFC 4180). A text that would be a formula begins with an apostrophe. */
function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /["',\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a table as CSV. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
