/**
 * Fields in the text of a prompt: `{{product}}`. `\{{` stands for literal braces. This file has no schemas, so that the web app and other
 * clients can load it.
 */

/** The longest name of a field, in UTF-16 code units. */
const FIELD_NAME_MAX_LENGTH = 60

/** A part of a template: text, or a field with its name. `source` is the part in the template. */
export type TemplatePart = { source: string; text: string; field?: undefined } | { source: string; field: string }

export type FieldValues = Readonly<Record<string, string>>

/** Matches literal braces or a field. The bounded length keeps the search linear. */
const BRACES = /\\\{\{|\{\{([\p{L}\p{M}\p{N} _-]{1,100})\}\}/gu

const toName = (written: string | undefined): string | undefined => {
  const name = written?.trim().replace(/ +/g, ' ')
  return name && name.length <= FIELD_NAME_MAX_LENGTH && /[\p{L}\p{N}]/u.test(name) ? name : undefined
}

/** Splits a template into text and fields. */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let end = 0
  const addText = (source: string, text = source) => {
    if (source) parts.push({ source, text })
  }
  for (const match of template.matchAll(BRACES)) {
    const [source, written] = match
    const field = toName(written)
    if (written !== undefined && field === undefined) continue
    addText(template.slice(end, match.index))
    if (field === undefined) addText(source, '{{')
    else parts.push({ source, field })
    end = match.index + source.length
  }
  addText(template.slice(end))
  return parts
}

/** Returns the names of the fields, each once, in the order of the template. */
export const templateFields = (template: string): string[] => [
  ...new Set(parseTemplate(template).flatMap(({ field }) => (field === undefined ? [] : [field]))),
]

/** The most fields with which a prompt is listed. Coding tools ask for each; of a prompt with more, they learn the open ones when they read it. */
export const MAX_LISTED_FIELDS = 20
/** The most places of fields that are read for a list, because they take long to read. */
const MAX_LISTED_PLACES = 200

/** Returns the names of the fields like `templateFields`; null for a template with too many fields, or places for them, for a list. */
export function listedFields(template: string): string[] | null {
  const names = new Set<string>()
  let places = 0
  for (const [, written] of template.matchAll(BRACES)) {
    const name = toName(written)
    if (name === undefined) continue
    names.add(name)
    places += 1
    if (names.size > MAX_LISTED_FIELDS || places > MAX_LISTED_PLACES) return null
  }
  return [...names]
}

/** Returns the value of a field; undefined if it is missing or blank. */
export const fieldValue = (values: FieldValues, field: string): string | undefined => {
  const value = Object.hasOwn(values, field) ? values[field] : undefined
  return value?.trim() ? value : undefined
}

/** Returns the fields of a template that have no value, in their order. A blank value counts as none. */
export const missingFields = (template: string, values: FieldValues): string[] =>
  templateFields(template).filter((field) => fieldValue(values, field) === undefined)

/** Replaces the fields of a template by their values, without parsing the values. A field without a value stays unchanged. */
export const fillTemplate = (template: string, values: FieldValues): string =>
  parseTemplate(template)
    .map((part) => (part.field === undefined ? part.text : (fieldValue(values, part.field) ?? part.source)))
    .join('')
