import { z } from 'zod'
import { invalid } from './notion-error.ts'
import { type Relations, valueIn } from './page-responses.ts'
import type { PageRow } from './page-store.ts'
import { findProperty, type Property } from './property-schema.ts'
import { plainText } from './rich-text.ts'

const direction = z.enum(['ascending', 'descending'])
export const sorts = z
  .array(
    z.union([
      z.strictObject({ property: z.string(), direction }),
      z.strictObject({ timestamp: z.enum(['created_time', 'last_edited_time']), direction }),
    ]),
  )
  .max(100)

type Key = string | number | undefined

/** Returns the sort key of a column; undefined sorts last in both directions. */
function keyOf(page: PageRow, property: Property, relations: Relations): Key {
  const value = valueIn(page, property, relations)
  if (value === null) return undefined
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number' || typeof value === 'string') return value
  if (property.type === 'title' || property.type === 'rich_text') return plainText(value) || undefined
  const options = property.config.options ?? []
  if (property.type === 'select') return options.findIndex(({ id }) => id === (value as { id: string }).id)
  if (property.type === 'date') return (value as { start: string }).start
  return undefined
}

function compare(a: Key, b: Key): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en')
}

/** Sorts pages as requested. The sort is stable. */
export function sortPages(
  pages: PageRow[],
  order: z.output<typeof sorts>,
  properties: readonly Property[],
  relations: Relations,
): PageRow[] {
  const keys = order.map((sort) => {
    const sign = sort.direction === 'ascending' ? 1 : -1
    if ('timestamp' in sort) return { sign, key: (page: PageRow): Key => page[sort.timestamp].getTime() }
    const property = findProperty(properties, sort.property)
    if (property === undefined) throw invalid(`Could not find sort property with name or id: ${sort.property}`)
    return { sign, key: (page: PageRow) => keyOf(page, property, relations) }
  })
  return pages.toSorted((left, right) => {
    for (const { sign, key } of keys) {
      const [a, b] = [key(left), key(right)]
      if (a === b) continue
      if (a === undefined) return 1
      if (b === undefined) return -1
      const difference = sign * compare(a, b)
      if (difference !== 0) return difference
    }
    return 0
  })
}
