/**
 * Returns whether further measurements would hardly change on which side of a budget their median is, by a sign test at 95 %. `met` says of
 * each one whether it meets the budget. Without this, a value near its budget passes or fails by chance, because other work on the machine
 * changes each measurement by a tenth.
 */
export function isDecided(met: readonly boolean[]): boolean {
  const above = met.filter(Boolean).length
  return Math.abs(2 * above - met.length) >= 2 * Math.sqrt(met.length)
}
