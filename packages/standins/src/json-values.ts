export type Json = Record<string, unknown>

/** Returns whether a value is an object, and not a list. */
export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value at a path; undefined if there is none. */
export const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), input)
