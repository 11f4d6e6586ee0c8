import type { LibraryItem, TextSegment } from '@academy/contract'
import { foldText } from '@academy/contract/fold-text'
import { richTextToString } from '../../api/rich-text.ts'
import { MAX_BODY_MATCHES } from '../../ui/body-matches.tsx'

/** A resource in the list. Its page fetches the full texts. */
export type LibraryEntry = {
  id: string
  title: string
  description: string
  /** How the prompt begins; empty when the author wrote none. */
  excerpt: string
  category: string
  categories: string[]
  /** A badge only; it restricts nothing. */
  isPremium: boolean
  /** The tool that its author last tried it with, and the day; null if it was not tried. */
  tried: LibraryItem['tried']
  /** The situation in which to use it, which completes “Use when …”. */
  useWhen: LibraryItem['use_when']
  /** Folded texts, computed once instead of on every keystroke. */
  searchText: { title: string; description: string }
}

/** Returns the first tag, or 'Uncategorized'. */
export const firstCategory = (categories: string[]): string => categories[0] ?? 'Uncategorized'

export function toLibraryEntry({
  id,
  properties,
  tried,
  use_when,
}: Pick<LibraryItem, 'id' | 'properties'> & Partial<LibraryItem>): LibraryEntry {
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
    useWhen: use_when ?? null,
    searchText: { title: foldText(title), description: foldText(description) },
  }
}

/** Returns all tags in alphabetical order. */
export function collectTags(entries: LibraryEntry[]): string[] {
  return [...new Set(entries.flatMap(({ categories }) => categories))].toSorted((a, b) => a.localeCompare(b))
}

type LibraryFilter = { search: string; tag: string | null }

/** Returns the entries with the tag whose title or description contains the text, folded. */
export function filterEntries(entries: LibraryEntry[], { search, tag }: LibraryFilter): LibraryEntry[] {
  const query = foldText(search).trim()
  if (!query && tag === null) return entries
  return entries.filter(
    ({ categories, searchText }) =>
      (tag === null || categories.includes(tag)) && (searchText.title.includes(query) || searchText.description.includes(query)),
  )
}

/** A resource whose text has the words of a search. */
export type BodyMatch = { id: string; snippet: TextSegment[] }
export type FoundInBody = { entry: LibraryEntry; snippet: TextSegment[] }

/** Returns the first entries with the tag of which only the bodies match. */
export function findInBodiesAlone(entries: LibraryEntry[], { search, tag }: LibraryFilter, bodyMatches: BodyMatch[]): FoundInBody[] {
  if (bodyMatches.length === 0) return []
  const listed = new Set(filterEntries(entries, { search, tag }))
  const others = new Map(filterEntries(entries, { search: '', tag }).flatMap((entry) => (listed.has(entry) ? [] : [[entry.id, entry]])))
  return bodyMatches
    .flatMap(({ id, snippet }) => {
      const entry = others.get(id)
      return entry ? [{ entry, snippet }] : []
    })
    .slice(0, MAX_BODY_MATCHES)
}
