/** A row as it is answered: its dates as texts. */
export type Written<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K] }

/** Writes the dates of a row as texts; what the contract does not name is left out of the answer by its schema. */
export function written<T extends object>(row: T): Written<T> {
  const entries = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value])
  return Object.fromEntries(entries) as Written<T>
}
