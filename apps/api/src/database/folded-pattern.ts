import { foldText } from '@academy/contract/fold-text'

/**
 * The characters that are folded to others. Hangul syllables are left out, because queries have them whole; and ASCII, because Postgres ignores
 * its case with every collation.
 */
const foldedCharacters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => character > '\x7f' && !/[\p{Surrogate}\p{Script=Hangul}]/u.test(character) && foldText(character) !== character,
)
/** These characters, by the first one that a query has instead. Postgres takes twenty times as long to fold a text. */
const variants = Map.groupBy(foldedCharacters, (character) => foldText(character).charAt(0))
/** Those that a query has as several characters, such as “ß”, by these characters; the longest first. */
const ligatures = [...Map.groupBy(foldedCharacters, (character) => foldText(character))]
  .filter(([characters]) => characters.length > 1)
  .toSorted(([one], [other]) => other.length - one.length)

/** Characters that queries do not have: accents, and what is invisible. */
const IGNORED = '[\\u0300-\\u036f\\u064b-\\u0655\\u3099\\u309a\\u00ad\\u200b-\\u200d\\u2060\\ufeff]*'
const classOf = (characters: string): string => `[${characters.replace(/[\\\]^-]/g, '\\$&')}]${IGNORED}`
const patternOf = (character: string): string => classOf(character + (variants.get(character)?.join('') ?? ''))

/**
 * Returns a pattern that splits folded texts into characters, and into those that an unfolded text can have as one; and the pattern of each
 * part, which matches it in an unfolded text when Postgres ignores case.
 */
export function foldedPatterns(texts: string[]): { split: string; patterns: Record<string, string> } {
  const joined = ligatures.filter(([characters]) => texts.some((text) => text.includes(characters)))
  const patterns = Object.fromEntries([
    ...[...new Set(texts.join(''))].map((character) => [character, patternOf(character)]),
    ...joined.map(([characters, single]) => [characters, `(?:${[...characters].map(patternOf).join('')}|${classOf(single.join(''))})`]),
  ])
  return { split: [...joined.map(([characters]) => characters.replace(/[^\p{L}\p{N}]/gu, '\\$&')), '.'].join('|'), patterns }
}

/** Returns a pattern that matches what `foldText` folds to the same text, when Postgres ignores case. */
export function foldedPattern(text: string): string {
  // Hangul syllables whole.
  const folded = foldText(text).normalize()
  const { split, patterns } = foldedPatterns([folded])
  return folded.replace(new RegExp(split, 'g'), (part) => patterns[part] ?? part)
}
