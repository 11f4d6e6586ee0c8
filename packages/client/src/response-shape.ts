/**
 * The required parts of a response: the type of a value, the items of an array, or the properties of an object. Parts that may be missing or null
 * are left out, so that an academy may add and extend them. Types have the first letter of `typeof` alone, because the package has hundreds of them.
 */
export type Shape = 's' | 'n' | 'b' | Shape[] | { [property: string]: Shape }

/** Returns whether a value has all parts of a shape. */
export function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') return (typeof value).startsWith(shape)
  if (Array.isArray(shape)) return Array.isArray(value) && shape.every((item) => value.every((element) => hasShape(element, item)))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(shape).every(([property, part]) => hasShape((value as Record<string, unknown>)[property], part))
}
