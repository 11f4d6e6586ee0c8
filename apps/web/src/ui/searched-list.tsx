import { foldText } from '@academy/contract/fold-text'
import type { ReactNode } from 'react'
import { NoMatches } from './no-matches.tsx'
import { pluralize } from './pluralize.ts'
import { SearchBox } from './search-box.tsx'
import { useUrlSearch } from './use-url-search.ts'

type SearchedListProps<T> = {
  items: readonly T[]
  /** Returns the text of an item in which the words are searched. */
  textOf: (item: T) => string
  /** Singular noun for an item, for example 'note'. */
  noun: string
  label: string
  /** What the search covers, within a sentence. */
  covers: string
  /** Shows the items that have all words. */
  children: (found: T[]) => ReactNode
}

/** A list with a search box, whose text is in the URL. */
export function SearchedList<T>({ items, textOf, noun, label, covers, children }: SearchedListProps<T>) {
  const { search, box, reset } = useUrlSearch()
  // Folded once, not on every keystroke.
  const texts = items.map((item) => foldText(textOf(item)))
  const words = foldText(search).split(' ').filter(Boolean)
  const found = items.filter((_item, index) => words.every((word) => texts[index]?.includes(word)))
  const all = pluralize(items.length, noun)
  return (
    <div>
      <SearchBox label={label} placeholder={`Search ${noun}s...`} {...box} />
      <p role="status" className="mt-6 mb-3 text-sm text-muted tabular-nums">
        {found.length === items.length ? all : `${found.length} of ${all}`}
      </p>
      {found.length > 0 ? (
        children(found)
      ) : (
        <NoMatches nouns={`${noun}s`} onShowAll={() => reset()}>
          No matches for “{search.trim()}”. Search covers {covers}.
        </NoMatches>
      )}
    </div>
  )
}
