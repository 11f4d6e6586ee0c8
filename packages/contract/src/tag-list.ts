/**
 * The tags of a prompt as one line of text, separated by commas: `SQL, Review`. A tag with a comma is in quotation marks, as in CSV:
 * `"Plan, then build", SQL`. This file has no schemas, so that the web app and other clients can load it.
 */

/** Matches one item of a list: a tag in quotation marks, with those inside it doubled, or the text up to the next comma. */
const ITEM = /\s*(?:["“”„]((?:[^"“”„]|(["“”„])\2)*)["“”„]\s*(?=,|$)|([^,]*))(?:,|$)/gy

/** Phones replace typed quotation marks by curly ones. */
const QUOTES = /["“”„]/g
const DOUBLED_QUOTES = /(["“”„])\1/g
const NEEDS_QUOTES = /,|^["“”„]/

type Item = { tag: string; isMisquoted: boolean }

function parseItems(text: string): Item[] {
  const items: Item[] = []
  for (const [source, quoted, , plain = ''] of text.matchAll(ITEM)) {
    const tag = (quoted?.replace(DOUBLED_QUOTES, '$1') ?? plain).trim()
    if (tag) items.push({ tag, isMisquoted: quoted === undefined && NEEDS_QUOTES.test(tag) })
    if (!source.endsWith(',')) break
  }
  return items
}

/** Returns the tags of a list: each once, without the spaces around it. */
export const parseTags = (text: string): string[] => [...new Set(parseItems(text).map(({ tag }) => tag))]

/** Returns the first item of a list that begins with a quotation mark, but is not a whole tag in quotation marks. */
export const findMisquotedTag = (text: string): string | undefined => parseItems(text).find(({ isMisquoted }) => isMisquoted)?.tag

/** Returns tags as a list, from which `parseTags` reads the same tags. */
export const formatTags = (tags: readonly string[]): string =>
  tags.map((tag) => (NEEDS_QUOTES.test(tag) ? `"${tag.replace(QUOTES, '$&$&')}"` : tag)).join(', ')
