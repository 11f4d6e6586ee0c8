import { createHash } from 'node:crypto'
import type { Properties } from './page-properties.ts'

// The mark of a page is the hash of its source. For pages with relations it is `<hash of the text>-<hash of the related pages' ids>`, so that a
// push that only has to relate a page again (because the other page was deleted and created again) keeps the text with an author's edits.

/** A relation to other pages of the same database, by their slugs. */
export type Related = { column: string; slugs: readonly string[] }

/** A relation to other pages of the same database, by their ids; undefined while one of the pages does not exist. */
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

/** Returns the hash of the text from a mark. */
export const textHashOf = (mark: string): string => mark.split('-')[0] ?? ''
