import { splitWords } from '../content/search-words.ts'

/**
 * A query as words of the index. The last one may be unfinished. `swaps` are its words with two neighbouring letters swapped, which is how
 * people misspell most: the places of words in the query begin at 1.
 */
export type SearchTerms = { words: string[]; prefix: string; swaps: { place: number; word: string }[] }

/** More words say nothing more about what is meant. */
const MOST_WORDS = 16
/** Words of fewer letters are never taken for misspelt. */
export const SHORTEST_MISSPELT = 4

function swapsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length < SHORTEST_MISSPELT) return []
  return letters.slice(1).map((letter, index) => [...letters.slice(0, index), letter, letters[index], ...letters.slice(index + 2)].join(''))
}

/** Returns the words of a query; undefined if it has none. */
export function searchTerms(query: string): SearchTerms | undefined {
  const words = [...new Set(splitWords(query).map(({ word }) => word))].slice(0, MOST_WORDS)
  const prefix = words.at(-1)
  const swaps = words.flatMap((word, index) => swapsOf(word).map((swapped) => ({ place: index + 1, word: swapped })))
  return prefix === undefined ? undefined : { words, prefix, swaps }
}
