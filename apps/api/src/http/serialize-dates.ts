/** A row with its dates as ISO strings. */
type Serialized<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K] }

/** Converts the dates of a row to ISO strings. The response schema removes fields that the contract does not name. */
export function serializeDates<T extends object>(row: T): Serialized<T> {
  const entries = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value])
  return Object.fromEntries(entries) as Serialized<T>
}
