import { foldText } from '@academy/contract/fold-text'

/** A word of a text: as the index knows it, and where it stands. */
type TextWord = { word: string; from: number; to: number }

const MAX_WORD_LENGTH = 60
/** A run of letters and digits. Soft hyphens and other invisible characters are inside of a word, and letters that look like apostrophes are not. */
const RUN = /[[\p{L}\p{N}\p{M}]--[ʻʼ]]+(?:[\u00ad\u200b-\u200d\u2060\ufeff]+[[\p{L}\p{N}\p{M}]--[ʻʼ]]+)*/gv
/** Most words: they have no accents, so the slower steps are left out. */
const PLAIN = /^[A-Za-z0-9]+$/
/** Most words: they have no parts. */
const WITHOUT_PARTS = /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/

/** Returns a word as the index knows it. */
const normalized = (text: string): string => (PLAIN.test(text) ? text.toLowerCase() : foldText(text))

/**
 * Returns the words of a text. A word is a run of letters and digits; `localStorage` is the words “localStorage”, “local” and “storage”, so
 * that code is found by its parts.
 */
export function splitWords(text: string): TextWord[] {
  const words: TextWord[] = []
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (run.length > MAX_WORD_LENGTH) continue
    const word = normalized(run)
    // Marks alone: an emoji may end with one.
    if (word === '') continue
    words.push({ word, from: index, to: index + run.length })
    if (WITHOUT_PARTS.test(run)) continue
    const parts = [...run.matchAll(/\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu)]
    if (parts.length < 2) continue
    for (const part of parts) {
      const word = part[0].length > 1 ? normalized(part[0]) : ''
      if (word !== '') words.push({ word, from: index + part.index, to: index + part.index + part[0].length })
    }
  }
  return words
}
