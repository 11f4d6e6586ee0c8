import type { LibraryItem } from '@academy/contract'
import { textOf } from '../../api/rich-text.ts'

/** A resource as it is listed (LIB-11). Its full texts are left behind: its own page asks for them. */
export type LibraryEntry = {
  id: string
  title: string
  description: string
  category: string
  categories: string[]
  /** Shown, and nothing more: it restricts nothing (LIB-13). */
  isPremium: boolean
  /** What a search looks at, folded once instead of at every keystroke. */
  searched: { title: string; description: string }
}

/** What a resource is filed under first; without tags that is nothing (LIB-12). */
export const categoryOf = (categories: string[]): string => categories[0] ?? 'Uncategorized'

export function libraryEntry({ id, properties }: LibraryItem): LibraryEntry {
  const title = textOf(properties.Name.title) || 'Untitled resource'
  const description = textOf(properties.Description.rich_text)
  const categories = properties.Tag.multi_select.map(({ name }) => name)
  return {
    id,
    title,
    description,
    category: categoryOf(categories),
    categories,
    isPremium: properties.Premium.checkbox,
    searched: { title: title.toLowerCase(), description: description.toLowerCase() },
  }
}

/** Every tag in use, in alphabetical order. */
export function tagsOf(entries: LibraryEntry[]): string[] {
  return [...new Set(entries.flatMap(({ categories }) => categories))].toSorted((one, other) => one.localeCompare(other))
}

export type LibraryFilter = { search: string; tag: string | null }

/** The entries whose title or description holds the words, whatever their case, and that bear the tag (LIB-03, LIB-04). */
export function matching(entries: LibraryEntry[], { search, tag }: LibraryFilter): LibraryEntry[] {
  const words = search.trim().toLowerCase()
  if (!words && tag === null) return entries
  return entries.filter(
    ({ searched, categories }) =>
      (tag === null || categories.includes(tag)) && (searched.title.includes(words) || searched.description.includes(words)),
  )
}
