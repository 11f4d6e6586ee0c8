import { splitWords } from './search-words.ts'

/**
 * A query as words of the index. `prefix` is the last word, which may be unfinished. `swaps` are the words with two neighboring letters
 * swapped, the most common misspelling; `term` is the position of the word in the query, from 1.
 */
export type SearchTerms = { words: string[]; prefix: string; swaps: { term: number; word: string }[] }

/** The maximum number of words in a query; later words are ignored. */
const MAX_WORDS = 16
/** Shorter words are never treated as misspelled. */
export const MIN_MISSPELLED_LENGTH = 4

function swapsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length < MIN_MISSPELLED_LENGTH) return []
  return letters.slice(1).map((letter, index) => [...letters.slice(0, index), letter, letters[index], ...letters.slice(index + 2)].join(''))
}

/** Returns the words of a query; undefined if it has none. */
export function searchTerms(query: string): SearchTerms | undefined {
  const words = [...new Set(splitWords(query).map(({ word }) => word))].slice(0, MAX_WORDS)
  const prefix = words.at(-1)
  const swaps = words.flatMap((word, index) => swapsOf(word).map((swapped) => ({ term: index + 1, word: swapped })))
  return prefix === undefined ? undefined : { words, prefix, swaps }
}
