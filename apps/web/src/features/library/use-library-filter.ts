import { useUrlSearch } from '../../ui/use-url-search.ts'

/** Search text and selected tag, both in the URL. */
export function useLibraryFilter() {
  const { params, search, setSearch, flush, updateSearch } = useUrlSearch()
  const setFilter = (words: string, tag: string | null) =>
    updateSearch(words, (params) => {
      if (tag === null) params.delete('tag')
      else params.set('tag', tag)
    })
  return {
    search,
    tag: params.get('tag'),
    setSearch,
    setTag: (tag: string | null) => setFilter(search, tag),
    /** Clears search and tag. */
    reset: () => setFilter('', null),
    flush,
  }
}
