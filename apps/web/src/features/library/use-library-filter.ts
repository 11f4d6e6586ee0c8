import { useSearch } from '../../ui/use-search.ts'

/** Search and tag, both in the address. */
export function useLibraryFilter() {
  const { params, search, setSearch, settle, write } = useSearch()
  const setFilter = (words: string, tag: string | null) =>
    write(words, (address) => {
      if (tag === null) address.delete('tag')
      else address.set('tag', tag)
    })
  return {
    search,
    tag: params.get('tag'),
    setSearch,
    setTag: (tag: string | null) => setFilter(search, tag),
    /** Everything again. */
    reset: () => setFilter('', null),
    settle,
  }
}
