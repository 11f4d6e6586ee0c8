import type { PageObjectResponse } from '@notionhq/client'
import { PageRefused } from '../page-refused.ts'
import { plainText } from '../render/rich-text.ts'
import { pageIdOf } from './ids.ts'

type Property = PageObjectResponse['properties'][string]
type PropertyOf<T extends Property['type']> = Extract<Property, { type: T }>

const typeNames: Partial<Record<Property['type'], string>> = {
  title: 'Title',
  rich_text: 'Text',
  number: 'Number',
  checkbox: 'Checkbox',
  select: 'Select',
  multi_select: 'Multi-select',
  url: 'URL',
  files: 'Files & media',
  relation: 'Relation',
}

/** A property by its exact name: one that was renamed or retyped must not read as empty, or a whole course would come out wrong. */
function property<T extends Property['type']>(page: PageObjectResponse, name: string, type: T): PropertyOf<T> {
  const found = Object.hasOwn(page.properties, name) ? page.properties[name] : undefined
  if (!found) throw new PageRefused('property_missing', `The database has no property “${name}” any more. Rename it back, or add it again.`)
  if (found.type !== type) throw new PageRefused('property_type', `The property “${name}” must be of the type ${typeNames[type] ?? type}.`)
  return found as PropertyOf<T>
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export const titleOf = (page: PageObjectResponse): string => oneLine(plainText(property(page, 'Name', 'title').title))

/** Text of a property; '' when empty. */
export const textOf = (page: PageObjectResponse, name: string): string => plainText(property(page, name, 'rich_text').rich_text).trim()

export const numberOf = (page: PageObjectResponse, name: string): number | null => property(page, name, 'number').number

export const isChecked = (page: PageObjectResponse, name: string): boolean => property(page, name, 'checkbox').checkbox

export const choiceOf = (page: PageObjectResponse, name: string): string | null => {
  const choice = property(page, name, 'select').select?.name
  return choice === undefined ? null : oneLine(choice) || null
}

/** The value of a property of the type Select or Status that a workspace may do without; null when empty. */
export function optionalStatus(page: PageObjectResponse, name: string): string | null {
  const found = Object.hasOwn(page.properties, name) ? page.properties[name] : undefined
  if (!found) return null
  const choice = found.type === 'status' ? found.status : property(page, name, 'select').select
  return choice === null ? null : oneLine(choice.name) || null
}

export const urlOf = (page: PageObjectResponse, name: string): string | null => property(page, name, 'url').url?.trim() || null

/** For properties that a workspace may do without. */
export const optionalUrl = (page: PageObjectResponse, name: string): string | null =>
  Object.hasOwn(page.properties, name) ? urlOf(page, name) : null
export const optionalText = (page: PageObjectResponse, name: string): string =>
  Object.hasOwn(page.properties, name) ? textOf(page, name) : ''

/** What is chosen of several, in the author's order, each once. */
export const choicesOf = (page: PageObjectResponse, name: string): string[] => [
  ...new Set(
    property(page, name, 'multi_select')
      .multi_select.map((choice) => oneLine(choice.name))
      .filter(Boolean),
  ),
]

/** The address of the first file of a property. */
export function fileUrlOf(page: PageObjectResponse, name: string): string | undefined {
  const [file] = property(page, name, 'files').files
  return file && (file.type === 'file' ? file.file.url : file.external.url)
}

/** The pages that a relation leads to, each once. */
export const relatedPages = (page: PageObjectResponse, name: string): string[] => [
  ...new Set(property(page, name, 'relation').relation.map(({ id }) => pageIdOf(id))),
]

/** The id in addresses and in the API: the slug that an author chose, else the page's own. */
export function publicIdOf(page: PageObjectResponse): string {
  const slug = textOf(page, 'Slug')
  if (slug && !/^[A-Za-z0-9_-]{1,100}$/.test(slug)) {
    throw new PageRefused('slug_invalid', `The slug “${slug.slice(0, 120)}” must be 1 to 100 letters, digits, - or _, without spaces.`)
  }
  return slug || pageIdOf(page.id)
}

/** What to call a page in a report, whatever is wrong with it. */
export function reportedTitle(page: PageObjectResponse): string {
  const title = Object.values(page.properties ?? {}).find((value) => value.type === 'title')
  return (title?.type === 'title' && oneLine(plainText(title.title))) || 'Untitled'
}
