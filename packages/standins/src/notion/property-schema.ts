import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { notionId } from './ids.ts'
import { invalid } from './notion-error.ts'
import { selectColor } from './rich-text.ts'
import { check, formatPath, validationError } from './validation.ts'

export type PropertyType = keyof typeof CONFIGS

export type SelectOption = { id: string; name: string; color: string; description: string | null }

/** A stored column of a data source. `config` is the value under the type's own key in responses. */
export type Property = {
  id: string
  name: string
  type: PropertyType
  description: string | null
  config: { options?: SelectOption[]; format?: string; data_source_id?: string; synced_property_id?: string }
}

const optionName = z
  .string()
  .min(1)
  .max(100)
  .refine((name) => !name.includes(','), { message: 'should not contain commas' })

const option = z.strictObject({
  id: z.string().optional(),
  name: optionName,
  color: selectColor.optional(),
  description: z.string().max(280).nullish(),
})
const options = z.strictObject({ options: z.array(option).max(100).optional() })
const empty = z.strictObject({})

const relation = z.union([
  z.strictObject({ data_source_id: notionId, type: z.literal('single_property').optional(), single_property: empty }),
  z.strictObject({
    data_source_id: notionId,
    type: z.literal('dual_property').optional(),
    dual_property: z.strictObject({ synced_property_id: z.string().optional(), synced_property_name: z.string().min(1).optional() }),
  }),
])
export type RelationRequest = z.output<typeof relation>

/** The supported column types. The stand-in refuses others (formula, rollup, status, people ...). */
const CONFIGS = {
  title: empty,
  rich_text: empty,
  number: z.strictObject({ format: z.string().optional() }),
  select: options,
  multi_select: options,
  date: empty,
  files: empty,
  checkbox: empty,
  url: empty,
  relation,
} as const

const isType = (key: string): key is PropertyType => key in CONFIGS

// Notion's property ids are four such characters, which URLs must encode
const idCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz:;<=>?@[]^_`{|}~'
export const newPropertyId = () => Array.from({ length: 4 }, () => idCharacters[randomInt(idCharacters.length)]).join('')

const DEFAULT_COLOR = 'default'
export const newOption = (given: z.output<typeof option>): SelectOption => ({
  id: given.id ?? newPropertyId(),
  name: given.name,
  color: given.color ?? DEFAULT_COLOR,
  description: given.description ?? null,
})

export type PropertyRequest = {
  name: string | undefined
  description: string | null | undefined
  /** Absent when only the name or description changes. */
  definition: { type: PropertyType; config: unknown } | undefined
}

/** Parses one property definition of a request, e.g. `{ number: {} }` or `{ type: 'select', select: { options } }`. */
function parseProperty(value: unknown, path: string): PropertyRequest {
  const fields = check(z.looseObject({ name: z.string().min(1).optional(), description: z.string().nullish() }), value, path)
  const { name, description, type: given, ...rest } = fields
  const keys = Object.keys(rest)
  const type = keys.find(isType)
  if (type === undefined) {
    if (keys.length > 0) throw invalid(`${formatPath(path, [keys[0] ?? ''])} is a property type that this workspace does not offer.`)
    if (name === undefined && description === undefined)
      throw validationError('body', `${path} has none of the types ${Object.keys(CONFIGS).join(', ')}.`)
    return { name, description, definition: undefined }
  }
  check(
    z.strictObject({ type: z.literal(type).optional(), [type]: z.unknown() }),
    { ...rest, ...(given === undefined ? {} : { type: given }) },
    path,
  )
  return { name, description, definition: { type, config: check(CONFIGS[type], rest[type], formatPath(path, [type])) } }
}

/** Parses the column definitions of a request, in order; null removes a column. */
export const parseDefinitions = (given: Record<string, unknown>, path: string) =>
  Object.entries(given).map(
    ([key, value]) => [key, value === null ? null : parseProperty(value, `${path}.${key}`)] as [string, PropertyRequest | null],
  )

/** Finds a property by its name or id. Accepts encoded ids. */
export const findProperty = (properties: readonly Property[], key: string) =>
  properties.find(({ name, id }) => name === key || id === key || encodeURIComponent(id) === key)
