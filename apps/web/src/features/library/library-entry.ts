import type { LibraryItem } from '@academy/contract'
import { richTextToString } from '../../api/rich-text.ts'

/** A resource in the list (LIB-11). Its page fetches the full texts. */
export type LibraryEntry = {
  id: string
  title: string
  description: string
  category: string
  categories: string[]
  /** A badge only; it restricts nothing (LIB-13). */
  isPremium: boolean
  /** Lower-cased texts, computed once instead of on every keystroke. */
  searchText: { title: string; description: string }
}

/** Returns the first tag, or 'Uncategorized' (LIB-12). */
export const firstCategory = (categories: string[]): string => categories[0] ?? 'Uncategorized'

export function toLibraryEntry({ id, properties }: LibraryItem): LibraryEntry {
  const title = richTextToString(properties.Name.title) || 'Untitled resource'
  const description = richTextToString(properties.Description.rich_text)
  const categories = properties.Tag.multi_select.map(({ name }) => name)
  return {
    id,
    title,
    description,
    category: firstCategory(categories),
    categories,
    isPremium: properties.Premium.checkbox,
    searchText: { title: title.toLowerCase(), description: description.toLowerCase() },
  }
}

/** Returns all tags in alphabetical order. */
export function collectTags(entries: LibraryEntry[]): string[] {
  return [...new Set(entries.flatMap(({ categories }) => categories))].toSorted((one, other) => one.localeCompare(other))
}

export type LibraryFilter = { search: string; tag: string | null }

/** Returns the entries with the tag whose title or description contains the text, case-insensitively (LIB-03, LIB-04). */
export function filterEntries(entries: LibraryEntry[], { search, tag }: LibraryFilter): LibraryEntry[] {
  const words = search.trim().toLowerCase()
  if (!words && tag === null) return entries
  return entries.filter(
    ({ searchText, categories }) =>
      (tag === null || categories.includes(tag)) && (searchText.title.includes(words) || searchText.description.includes(words)),
  )
}
