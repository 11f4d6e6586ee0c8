import { z } from 'zod'
import { notionId, toId } from './ids.ts'
import { invalid } from './notion-error.ts'
import { type Relations, valueIn } from './page-responses.ts'
import type { PageRow } from './page-store.ts'
import { findProperty, type Property, type PropertyType } from './property-schema.ts'
import { plainText } from './rich-text.ts'
import { check, formatPath, validationError } from './validation.ts'

/** Returns whether a page matches the filter. */
export type Matcher = (page: PageRow, relations: Relations) => boolean
type Test = (value: unknown) => boolean

/** The conditions of one kind of filter: the schema of their values, and a test by name. */
type Conditions = { schema: z.ZodType; tests: Record<string, (wanted: string) => Test> }

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : '')
const text: Conditions = {
  schema: z.string(),
  tests: {
    equals: (wanted) => (value) => value === wanted,
    does_not_equal: (wanted) => (value) => value !== wanted,
    contains: (wanted) => (value) => lower(value).includes(wanted.toLowerCase()),
    does_not_contain: (wanted) => (value) => !lower(value).includes(wanted.toLowerCase()),
    starts_with: (wanted) => (value) => lower(value).startsWith(wanted.toLowerCase()),
    ends_with: (wanted) => (value) => lower(value).endsWith(wanted.toLowerCase()),
  },
}

const time = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN)
const dates: Conditions = {
  schema: z.string().refine((value) => !Number.isNaN(Date.parse(value)), { message: 'should be a valid ISO 8601 date string' }),
  tests: {
    equals: (wanted) => (value) => time(value) === Date.parse(wanted),
    before: (wanted) => (value) => time(value) < Date.parse(wanted),
    after: (wanted) => (value) => time(value) > Date.parse(wanted),
    on_or_before: (wanted) => (value) => time(value) <= Date.parse(wanted),
    on_or_after: (wanted) => (value) => time(value) >= Date.parse(wanted),
  },
}

const hasId = (wanted: string) => (value: unknown) => Array.isArray(value) && value.some((item: { id: string }) => item.id === toId(wanted))
const related: Conditions = {
  schema: notionId,
  tests: { contains: hasId, does_not_contain: (wanted) => (value) => !hasId(wanted)(value) },
}

/** The supported filters by type of column. The stand-in refuses others, also `and` and `or`. */
const FILTERS: Partial<Record<PropertyType, Conditions>> = {
  title: text,
  rich_text: text,
  url: text,
  email: text,
  phone_number: text,
  created_time: dates,
  last_edited_time: dates,
  relation: related,
}

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Parses one condition such as `{ equals: 'a' }`: exactly one key that the kind of filter supports. */
function condition({ schema, tests }: Conditions, given: unknown, path: string): Test {
  const existence = { is_empty: z.literal(true), is_not_empty: z.literal(true) }
  const shape = { ...Object.fromEntries(Object.keys(tests).map((name) => [name, schema])), ...existence }
  const fields = check(z.strictObject(shape).partial(), given, path) as Record<string, unknown>
  const [name, ...more] = Object.keys(fields)
  if (name === undefined || more.length > 0) throw validationError('body', [`${path} should have exactly one condition.`])
  const test = tests[name]
  if (test !== undefined) return test(String(fields[name]))
  return name === 'is_empty' ? isEmpty : (value) => !isEmpty(value)
}

const asText = (value: unknown, type: PropertyType) => (type === 'title' || type === 'rich_text' ? plainText(value) : value)

function propertyFilter(fields: Record<string, unknown>, properties: readonly Property[], path: string): Matcher {
  const name = check(z.string(), fields.property, formatPath(path, ['property']))
  const property = findProperty(properties, name)
  if (property === undefined) throw invalid(`Could not find property with name or id: ${name}`)
  const { property: _name, type: _type, ...rest } = fields
  const [given = 'undefined', ...more] = Object.keys(rest)
  // Notion accepts another text filter only under the same name
  if (given !== property.type) throw invalid(`database property ${property.type} does not match filter ${given}`)
  if (more.length > 0) throw validationError('body', [`${formatPath(path, [more[0] ?? ''])} should be not present.`])
  const conditions = FILTERS[property.type]
  if (conditions === undefined) throw invalid(`The stand-in does not filter columns of type ${property.type}.`)
  const test = condition(conditions, rest[given], formatPath(path, [given]))
  return (page, relations) => test(asText(valueIn(page, property, relations), property.type))
}

/** Compiles the filter of a query: a condition for one column, or for the time of creation or last edit. */
export function compileFilter(given: unknown, properties: readonly Property[]): Matcher {
  const path = 'body.filter'
  const fields = check(z.looseObject({}), given, path) as Record<string, unknown>
  if (!('timestamp' in fields)) return propertyFilter(fields, properties, path)
  const timestamp = check(z.enum(['created_time', 'last_edited_time']), fields.timestamp, formatPath(path, ['timestamp']))
  check(z.strictObject({ timestamp: z.string(), type: z.literal(timestamp).optional(), [timestamp]: z.unknown() }), fields, path)
  const test = condition(dates, fields[timestamp], formatPath(path, [timestamp]))
  const column: Property = { id: timestamp, name: timestamp, type: timestamp, description: null, config: {} }
  return (page, relations) => test(valueIn(page, column, relations))
}
