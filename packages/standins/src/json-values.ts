export type Json = Record<string, unknown>

/** Returns whether a value is an object, and not a list. */
export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
