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

const existence = { is_empty: z.literal(true).optional(), is_not_empty: z.literal(true).optional() }
const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Parses one condition such as `{ equals: 3 }`: exactly one key that the kind of filter supports. */
function condition(shape: z.ZodRawShape, tests: Record<string, (wanted: never) => Test>, given: unknown, path: string): Test {
  const fields = check(z.strictObject({ ...shape, ...existence }).partial(), given, path) as Record<string, unknown>
  const [name, ...more] = Object.keys(fields)
  if (name === undefined || more.length > 0) throw validationError('body', [`${path} should have exactly one condition.`])
  if (name === 'is_empty') return isEmpty
  if (name === 'is_not_empty') return (value) => !isEmpty(value)
  const test = tests[name]
  if (test === undefined) throw new Error(`filter condition without a test: ${name}`)
  return test(fields[name] as never)
}

const shapeOf = (names: readonly string[], schema: z.ZodType) => Object.fromEntries(names.map((name) => [name, schema.optional()]))

const textTests = {
  equals: (wanted: string) => (value: unknown) => value === wanted,
  does_not_equal: (wanted: string) => (value: unknown) => value !== wanted,
  contains: (wanted: string) => (value: unknown) => lower(value).includes(wanted.toLowerCase()),
  does_not_contain: (wanted: string) => (value: unknown) => !lower(value).includes(wanted.toLowerCase()),
  starts_with: (wanted: string) => (value: unknown) => lower(value).startsWith(wanted.toLowerCase()),
  ends_with: (wanted: string) => (value: unknown) => lower(value).endsWith(wanted.toLowerCase()),
}
const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : '')

const numberTests = {
  equals: (wanted: number) => (value: unknown) => value === wanted,
  does_not_equal: (wanted: number) => (value: unknown) => value !== wanted,
  greater_than: (wanted: number) => (value: unknown) => typeof value === 'number' && value > wanted,
  less_than: (wanted: number) => (value: unknown) => typeof value === 'number' && value < wanted,
  greater_than_or_equal_to: (wanted: number) => (value: unknown) => typeof value === 'number' && value >= wanted,
  less_than_or_equal_to: (wanted: number) => (value: unknown) => typeof value === 'number' && value <= wanted,
}

const time = (value: unknown) => {
  const start = typeof value === 'object' && value !== null ? Reflect.get(value, 'start') : value
  return typeof start === 'string' ? Date.parse(start) : Number.NaN
}
const dateTests = {
  equals: (wanted: string) => (value: unknown) => time(value) === Date.parse(wanted),
  before: (wanted: string) => (value: unknown) => time(value) < Date.parse(wanted),
  after: (wanted: string) => (value: unknown) => time(value) > Date.parse(wanted),
  on_or_before: (wanted: string) => (value: unknown) => time(value) <= Date.parse(wanted),
  on_or_after: (wanted: string) => (value: unknown) => time(value) >= Date.parse(wanted),
}
const isoDate = z.string().refine((text) => !Number.isNaN(Date.parse(text)), { message: 'should be a valid ISO 8601 date string' })

const nameIn = (wanted: string | string[]) => (value: unknown) => {
  const name = typeof value === 'object' && value !== null ? Reflect.get(value, 'name') : undefined
  return [wanted].flat().includes(name)
}
const someNameIn = (wanted: string | string[]) => (value: unknown) => Array.isArray(value) && value.some(nameIn(wanted))
const hasId = (wanted: string) => (value: unknown) => Array.isArray(value) && value.some((item: { id: string }) => item.id === toId(wanted))
const not =
  <T>(make: (wanted: T) => Test) =>
  (wanted: T): Test =>
  (value) =>
    !make(wanted)(value)

const words = z.union([z.string(), z.array(z.string()).max(100)])

type Kind = (given: unknown, path: string) => Test
const text: Kind = (given, path) => condition(shapeOf(Object.keys(textTests), z.string()), textTests, given, path)
const dates: Kind = (given, path) => condition(shapeOf(Object.keys(dateTests), isoDate), dateTests, given, path)
const related: Kind = (given, path) =>
  condition(shapeOf(['contains', 'does_not_contain'], notionId), { contains: hasId, does_not_contain: not(hasId) }, given, path)

const KINDS: Record<PropertyType, Kind> = {
  title: text,
  rich_text: text,
  url: text,
  email: text,
  phone_number: text,
  number: (given, path) => condition(shapeOf(Object.keys(numberTests), z.number()), numberTests, given, path),
  checkbox: (given, path) => {
    const equals = (wanted: boolean) => (value: unknown) => value === wanted
    const tests = { equals, does_not_equal: not(equals) }
    const fields = check(z.strictObject(shapeOf(Object.keys(tests), z.boolean())), given, path)
    return condition(shapeOf(Object.keys(tests), z.boolean()), tests, fields, path)
  },
  select: (given, path) =>
    condition(shapeOf(['equals', 'does_not_equal'], words), { equals: nameIn, does_not_equal: not(nameIn) }, given, path),
  multi_select: (given, path) =>
    condition(shapeOf(['contains', 'does_not_contain'], words), { contains: someNameIn, does_not_contain: not(someNameIn) }, given, path),
  date: dates,
  created_time: dates,
  last_edited_time: dates,
  files: (given, path) => condition({}, {}, given, path),
  relation: related,
  people: related,
  created_by: related,
  last_edited_by: related,
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
  const test = KINDS[property.type](rest[given], formatPath(path, [given]))
  return (page, relations) => test(asText(valueIn(page, property, relations), property.type))
}

function timestampFilter(fields: Record<string, unknown>, path: string): Matcher {
  const timestamp = check(z.enum(['created_time', 'last_edited_time']), fields.timestamp, formatPath(path, ['timestamp']))
  check(z.strictObject({ timestamp: z.string(), type: z.literal(timestamp).optional(), [timestamp]: z.unknown() }), fields, path)
  const test = dates(fields[timestamp], formatPath(path, [timestamp]))
  const column: Property = { id: timestamp, name: timestamp, type: timestamp, description: null, config: {} }
  return (page, relations) => test(valueIn(page, column, relations))
}

const MAX_NESTING = 2

/** Compiles the filter of a query. `and` and `or` nest two levels, as at Notion. */
export function compileFilter(given: unknown, properties: readonly Property[], path = 'body.filter', depth = 0): Matcher {
  const fields = check(z.looseObject({}), given, path) as Record<string, unknown>
  const group = 'and' in fields ? 'and' : 'or' in fields ? 'or' : undefined
  if (group === undefined) return 'timestamp' in fields ? timestampFilter(fields, path) : propertyFilter(fields, properties, path)
  check(z.strictObject({ [group]: z.unknown() }), fields, path)
  if (depth >= MAX_NESTING) throw validationError('body', [`${formatPath(path, [group])} should be not present.`])
  const inner = check(z.array(z.unknown()).max(100), fields[group], formatPath(path, [group]))
  const matchers = inner.map((item, index) => compileFilter(item, properties, formatPath(path, [group, index]), depth + 1))
  return group === 'and'
    ? (page, relations) => matchers.every((matches) => matches(page, relations))
    : (page, relations) => matchers.some((matches) => matches(page, relations))
}
