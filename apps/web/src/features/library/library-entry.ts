import type { LibraryItem } from '@academy/contract'
import { richTextToString } from '../../api/rich-text.ts'

/** A resource in the list (LIB-11). Its page fetches the full texts. */
export type LibraryEntry = {
  id: string
  title: string
  description: string
  /** How the prompt begins; empty when the author wrote none. */
  excerpt: string
  category: string
  categories: string[]
  /** A badge only; it restricts nothing (LIB-13). */
  isPremium: boolean
  /** The tool that its author last tried it with, and the day; null if it was not tried. */
  tried: LibraryItem['tried']
  /** Lower-cased texts, computed once instead of on every keystroke. */
  searchText: { title: string; description: string }
}

/** Returns the first tag, or 'Uncategorized' (LIB-12). */
export const firstCategory = (categories: string[]): string => categories[0] ?? 'Uncategorized'

export function toLibraryEntry({ id, properties, tried }: Omit<LibraryItem, 'tried'> & Partial<LibraryItem>): LibraryEntry {
  const title = richTextToString(properties.Name.title) || 'Untitled resource'
  const description = richTextToString(properties.Description.rich_text)
  const categories = properties.Tag.multi_select.map(({ name }) => name)
  return {
    id,
    title,
    description,
    excerpt: richTextToString(properties.Content.rich_text),
    category: firstCategory(categories),
    categories,
    isPremium: properties.Premium.checkbox,
    tried: tried ?? null,
    searchText: { title: title.toLowerCase(), description: description.toLowerCase() },
  }
}

/** Returns all tags in alphabetical order. */
export function collectTags(entries: LibraryEntry[]): string[] {
  return [...new Set(entries.flatMap(({ categories }) => categories))].toSorted((a, b) => a.localeCompare(b))
}

type LibraryFilter = { search: string; tag: string | null }

/**
 * Returns the entries with the tag whose title or description contains the text, case-insensitively (LIB-03, LIB-04). Entries of which only the
 * body matches (`bodyMatches`: their ids) come last (LEARN-38).
 */
export function filterEntries(
  entries: LibraryEntry[],
  { search, tag }: LibraryFilter,
  bodyMatches: ReadonlySet<string> = new Set(),
): LibraryEntry[] {
  const query = search.trim().toLowerCase()
  if (!query && tag === null) return entries
  const tagged = entries.filter(({ categories }) => tag === null || categories.includes(tag))
  const matchesSummary = ({ searchText }: LibraryEntry) => searchText.title.includes(query) || searchText.description.includes(query)
  if (bodyMatches.size === 0) return tagged.filter(matchesSummary)
  return [...tagged.filter(matchesSummary), ...tagged.filter((entry) => bodyMatches.has(entry.id) && !matchesSummary(entry))]
}
