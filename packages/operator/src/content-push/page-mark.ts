import { createHash } from 'node:crypto'
import type { Properties } from './page-properties.ts'

// The mark of a page says what it was made from. Where pages relate to each other it has a second half, which says what they lead to:
// `<fingerprint of the text>-<fingerprint of the related pages' ids>`. So a page that only has to be joined anew, because another was
// thrown away and created again, keeps its text and whatever an author wrote into it.

/** A column that leads to other pages of the same database, by their slugs. */
export type Related = { column: string; slugs: readonly string[] }

/** The same by ids; those are undefined while one of the pages does not exist. */
export type Links = { column: string; ids: readonly string[] | undefined }

export function linksOf(related: Related | undefined, idOf: (slug: string) => string | undefined): Links | undefined {
  if (related === undefined) return undefined
  const ids = related.slugs.map(idOf)
  return { column: related.column, ids: ids.every((id) => id !== undefined) ? ids : undefined }
}

export const relationOf = (links: Links | undefined): Properties =>
  links?.ids === undefined ? {} : { [links.column]: { relation: links.ids.map((id) => ({ id })) } }

export function markOf(content: string, links: Links | undefined): string {
  if (links === undefined) return content
  const ids = links.ids && createHash('sha256').update(links.ids.join(' ')).digest('hex').slice(0, 8)
  return `${content}-${ids ?? ''}`
}

/** The first half of a mark. */
export const writtenFrom = (mark: string): string => mark.split('-')[0] ?? ''
