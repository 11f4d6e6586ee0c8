import type { SearchResult } from '@academy/contract'
import { foldText } from '@academy/contract/fold-text'
import { queryOptions } from '@tanstack/react-query'
import { parseResponse, requireFields, tsr } from '../../api/client.ts'

/** The results of a search, best first. A newer search cancels the requests of older ones. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    // What the user writes or deletes changes the results at once.
    staleTime: 0,
    queryFn: ({ signal }): Promise<SearchResult[]> =>
      parseResponse(tsr.search.search.query({ query: { q }, fetchOptions: { signal } }), ({ results }) =>
        results.map((result) => requireFields(result, 'id', 'kind', 'title', 'place')),
      ),
  })

/** The words of the glossary. They are loaded when the palette opens. */
export const glossaryQuery = () =>
  queryOptions({
    queryKey: ['glossary'],
    queryFn: async () => (await import('../../glossary.ts')).GLOSSARY,
    staleTime: Number.POSITIVE_INFINITY,
  })

type Term = Awaited<ReturnType<NonNullable<ReturnType<typeof glossaryQuery>['queryFn']>>>[number]

const MOST = 3

/** Returns the terms that the query begins, and whether the query is the first of them. */
export function matchingTerms(terms: readonly Term[], query: string): { terms: readonly Term[]; isExact: boolean } {
  const typed = foldText(query).trim()
  const found = typed.length < 2 ? [] : terms.filter(({ term }) => ` ${foldText(term)}`.includes(` ${typed}`))
  const exact = found.find(({ term }) => foldText(term) === typed)
  return exact ? { terms: [exact], isExact: true } : { terms: found.slice(0, MOST), isExact: false }
}
