import type { PageObjectResponse } from '@notionhq/client'
import { type PageKind, PageRefused } from '../mirror/page-refused.ts'
import { plainText } from '../render/rich-text.ts'

/** Returns a Notion id as the mirror stores it: 32 hex digits without dashes. */
export const normalizeNotionId = (id: string): string => id.replaceAll('-', '').toLowerCase()

type Property = PageObjectResponse['properties'][string]
type PropertyOf<T extends Property['type']> = Extract<Property, { type: T }>

const typeNames: Partial<Record<Property['type'], string>> = {
  title: 'Title',
  rich_text: 'Text',
  number: 'Number',
  checkbox: 'Checkbox',
  date: 'Date',
  select: 'Select',
  multi_select: 'Multi-select',
  url: 'URL',
  files: 'Files & media',
  relation: 'Relation',
}

/** The properties that a workspace may do without. A database that had one and lost it holds the sync. */
const optionalProperties = {
  course: ['Status', 'Video', 'Product', 'Opens for the Studio on', 'Opens on'],
  session: ['Status'],
  tutorial: ['Status', 'Reading', 'Building', 'Diagram description', 'Facts checked on'],
  resource: ['Status', 'Sample', 'Tried with', 'Tried on', 'Tries', 'Use when', 'Content', 'CodeSample'],
} as const satisfies Record<PageKind, readonly string[]>

/** The optional properties of one database, or of all. */
export type OptionalProperty<Kind extends PageKind = PageKind> = (typeof optionalProperties)[Kind][number]

const has = (page: PageObjectResponse, name: string): boolean => Object.hasOwn(page.properties, name)

/** Returns a property by its exact name. A renamed or retyped one must not count as empty, because a whole course would be wrong. */
function property<T extends Property['type']>(page: PageObjectResponse, name: string, type: T): PropertyOf<T> {
  const value = has(page, name) ? page.properties[name] : undefined
  if (!value) throw new PageRefused('property_missing', `The database no longer has a property “${name}”. Rename it back, or add it again.`)
  if (value.type !== type) throw new PageRefused('property_type', `The property “${name}” must be of the type ${typeNames[type] ?? type}.`)
  return value as PropertyOf<T>
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export const titleOf = (page: PageObjectResponse): string => oneLine(plainText(property(page, 'Name', 'title').title))

/** Returns the text of a property; '' when empty. */
export const textOf = (page: PageObjectResponse, name: string): string => plainText(property(page, name, 'rich_text').rich_text).trim()

export const numberOf = (page: PageObjectResponse, name: string): number | null => property(page, name, 'number').number

export const isChecked = (page: PageObjectResponse, name: string): boolean => property(page, name, 'checkbox').checkbox

export const choiceOf = (page: PageObjectResponse, name: string): string | null => {
  const choice = property(page, name, 'select').select?.name
  return choice === undefined ? null : oneLine(choice) || null
}

/** Returns the value of an optional property of the type Select or Text; null when empty. */
export function optionalChoiceOrText(page: PageObjectResponse, name: OptionalProperty): string | null {
  if (!has(page, name)) return null
  return page.properties[name]?.type === 'rich_text' ? oneLine(textOf(page, name)) || null : choiceOf(page, name)
}

/** Returns the value of an optional property of the type Select or Status; null when empty. */
export function optionalStatus(page: PageObjectResponse, name: OptionalProperty): string | null {
  if (!has(page, name)) return null
  const value = page.properties[name]
  const choice = value?.type === 'status' ? value.status : property(page, name, 'select').select
  return choice === null ? null : oneLine(choice.name) || null
}

export const urlOf = (page: PageObjectResponse, name: string): string | null => property(page, name, 'url').url?.trim() || null

/** Returns the optional properties that the database of a page has: Notion returns them with each page, also without a value. */
export const optionalPropertiesOf = (kind: PageKind, page: PageObjectResponse): OptionalProperty[] =>
  optionalProperties[kind].filter((name) => has(page, name))

// Properties that older workspaces lack.

export const optionalUrl = (page: PageObjectResponse, name: OptionalProperty): string | null => (has(page, name) ? urlOf(page, name) : null)

export const optionalText = (page: PageObjectResponse, name: OptionalProperty): string => (has(page, name) ? textOf(page, name) : '')

export const optionalNumber = (page: PageObjectResponse, name: OptionalProperty): number | null =>
  has(page, name) ? numberOf(page, name) : null

export const optionalCheckbox = (page: PageObjectResponse, name: OptionalProperty): boolean => has(page, name) && isChecked(page, name)

/** Returns the day of an optional property of the type Date, as YYYY-MM-DD; null when empty. */
export const optionalDay = (page: PageObjectResponse, name: OptionalProperty): string | null =>
  has(page, name) ? (property(page, name, 'date').date?.start.slice(0, 10) ?? null) : null

/** Returns the selected options, in the author's order, each once. */
export const choicesOf = (page: PageObjectResponse, name: string): string[] => [
  ...new Set(
    property(page, name, 'multi_select')
      .multi_select.map((choice) => oneLine(choice.name))
      .filter(Boolean),
  ),
]

/** Returns the URL of the first file of a property. */
export function fileUrlOf(page: PageObjectResponse, name: string): string | undefined {
  const [file] = property(page, name, 'files').files
  return file && (file.type === 'file' ? file.file.url : file.external.url)
}

/** Returns the ids of related pages, each once. */
export const relatedPages = (page: PageObjectResponse, name: string): string[] => [
  ...new Set(property(page, name, 'relation').relation.map(({ id }) => normalizeNotionId(id))),
]

/** Returns the public id: the author's slug, or else the page id. */
export function publicIdOf(page: PageObjectResponse): string {
  const slug = textOf(page, 'Slug')
  if (slug && !/^[A-Za-z0-9_-]{1,100}$/.test(slug)) {
    throw new PageRefused('slug_invalid', `The slug “${slug.slice(0, 120)}” must be 1 to 100 letters, digits, - or _, without spaces.`)
  }
  return slug || normalizeNotionId(page.id)
}

/** Returns the title of a page for reports, also of an invalid page. */
export function reportedTitle(page: PageObjectResponse): string {
  const title = Object.values(page.properties ?? {}).find((value) => value.type === 'title')
  return (title?.type === 'title' && oneLine(plainText(title.title))) || 'Untitled'
}
