import { z } from 'zod'
import { toMinute } from './context.ts'
import { invalid } from './notion-error.ts'
import { type Relations, valueIn } from './page-responses.ts'
import type { PageRow } from './page-store.ts'
import { findProperty, type Property } from './property-schema.ts'
import { plainText } from './rich-text.ts'
import { check, formatPath } from './validation.ts'

/** Returns whether a page matches the filter. */
type Matcher = (page: PageRow, relations: Relations) => boolean

const time = z.string().refine((value) => !Number.isNaN(Date.parse(value)), { message: 'should be a valid ISO 8601 date string' })
const editedFilter = z.strictObject({
  timestamp: z.literal('last_edited_time'),
  last_edited_time: z.strictObject({ on_or_after: time }),
})
const textFilter = z.strictObject({ property: z.string(), rich_text: z.strictObject({ equals: z.string() }) })
const relationFilter = z.strictObject({ property: z.string(), relation: z.strictObject({ is_not_empty: z.literal(true) }) })

function propertyFilter(fields: Record<string, unknown>, properties: readonly Property[], path: string): Matcher {
  const name = check(z.string(), fields.property, formatPath(path, ['property']))
  const property = findProperty(properties, name)
  if (property === undefined) throw invalid(`Could not find property with name or id: ${name}`)
  const given = Object.keys(fields).find((key) => key !== 'property')
  if (given !== property.type) throw invalid(`database property ${property.type} does not match filter ${given}`)
  switch (property.type) {
    case 'rich_text': {
      const { rich_text } = check(textFilter, fields, path)
      return (page, relations) => plainText(valueIn(page, property, relations)) === rich_text.equals
    }
    case 'relation':
      check(relationFilter, fields, path)
      return (page, relations) => (valueIn(page, property, relations) as unknown[]).length > 0
    default:
      throw invalid(`The stand-in does not filter columns of type ${property.type}.`)
  }
}

/** Compiles the filter of a query: a condition for one column, or for the time of the last edit. */
export function compileFilter(given: unknown, properties: readonly Property[]): Matcher {
  const path = 'body.filter'
  const fields = check(z.looseObject({}), given, path) as Record<string, unknown>
  if (!('timestamp' in fields)) return propertyFilter(fields, properties, path)
  const since = Date.parse(check(editedFilter, fields, path).last_edited_time.on_or_after)
  return (page) => Date.parse(toMinute(page.last_edited_time)) >= since
}
