import { z } from 'zod'
import { fileItem } from './files.ts'
import { notionId } from './ids.ts'
import { invalid } from './notion-error.ts'
import { newOption, type Property, type PropertyType, type SelectOption } from './property-schema.ts'
import { date, richText, selectColor, url } from './rich-text.ts'
import { check, formatPath } from './validation.ts'

const choice = z
  .strictObject({
    id: z.string().optional(),
    name: z.string().min(1).max(100).optional(),
    color: selectColor.optional(),
    description: z.string().nullish(),
  })
  .refine(({ id, name }) => id !== undefined || name !== undefined, { message: 'should have a name or an id' })

const VALUES = {
  title: richText,
  rich_text: richText,
  number: z.number().nullable(),
  select: choice.nullable(),
  multi_select: z.array(choice).max(100),
  date: date.transform(({ start, end, time_zone }) => ({ start, end: end ?? null, time_zone: time_zone ?? null })).nullable(),
  files: z.array(fileItem).max(100),
  checkbox: z.boolean(),
  url: url.nullable(),
  relation: z.array(z.strictObject({ id: notionId })).max(100),
} as const satisfies Record<PropertyType, z.ZodType>

export function emptyValue(type: PropertyType): unknown {
  if (type === 'checkbox') return false
  return ['title', 'rich_text', 'multi_select', 'files', 'relation'].includes(type) ? [] : null
}

/** Finds options by name or id. An unknown name becomes a new option, as in Notion's app. */
function resolveChoice(property: Property, given: z.output<typeof choice>): { value: object; added: SelectOption | undefined } {
  const option = property.config.options?.find(({ id, name }) => (given.id !== undefined ? id === given.id : name === given.name))
  if (option) return { value: { id: option.id, name: option.name, color: option.color }, added: undefined }
  if (given.name === undefined) throw invalid(`Option with id ${given.id} does not exist on property ${property.name}.`)
  if (given.name.includes(',')) throw invalid(`Invalid ${property.type} option, commas not allowed: ${given.name}`)
  const { name, color, description } = given
  const added = newOption({ name, ...(color && { color }), ...(description != null && { description }) })
  return { value: { id: added.id, name: added.name, color: added.color }, added }
}

type ParsedValue = { value: unknown; added: SelectOption[] }

/** Validates a property value against its column. */
export function parseValue(property: Property, given: unknown, path: string): ParsedValue {
  const { type, name } = property
  const fields = check(z.looseObject({}), given, path)
  if (!(type in fields)) throw invalid(`${name} is expected to be ${type}.`)
  check(z.strictObject({ id: z.string().optional(), type: z.literal(type).optional(), [type]: z.unknown() }), fields, path)
  const value = check(VALUES[type], fields[type], formatPath(path, [type]))
  if (type === 'select' && value !== null) {
    const { value: chosen, added } = resolveChoice(property, value as z.output<typeof choice>)
    return { value: chosen, added: added ? [added] : [] }
  }
  if (type === 'multi_select') {
    const chosen = (value as z.output<typeof choice>[]).map((item) => resolveChoice(property, item))
    return { value: chosen.map((item) => item.value), added: chosen.flatMap((item) => item.added ?? []) }
  }
  return { value, added: [] }
}
