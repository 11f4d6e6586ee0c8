/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ' }

/**
 * Returns a text as searches compare it: in lower case, without accents and invisible characters, with the apostrophes, quotation marks, hyphens
 * and spaces of a keyboard. Vowel signs, as in Hindi, stay. The length can change. This file has no schemas, so that the web app can load it.
 */
export const foldText = (text: string): string =>
  text
    .replace(/[‘’‛ʻʼ′´]/g, "'")
    .replace(/[“”„‟«»″]/g, '"')
    .normalize('NFKD')
    .replace(/[\p{Script=Inherited}\u00ad\u200b\u2060\ufeff]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđłıς]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/\s+/g, ' ')
