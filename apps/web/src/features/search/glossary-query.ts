import { foldText } from '@academy/contract/fold-text'
import { queryOptions } from '@tanstack/react-query'

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
