import { createHash } from 'node:crypto'
import type { Properties } from './page-properties.ts'

// For pages with relations, the source hash is `<hash of the text>-<hash of the related pages' ids>`: when only a related page was deleted and
// created again, a push updates the relation and keeps the text with the authors' edits.

/** A relation to other pages of the same database, by their slugs. */
export type Related = { column: string; slugs: readonly string[] }

/** A relation to other pages of the same database, by their ids; undefined while one of the pages does not exist. */
export type Links = { column: string; ids: readonly string[] | undefined }

/** Returns the relation with ids; undefined for a page without relations. */
export function linksOf(related: Related | undefined, idOf: (slug: string) => string | undefined): Links | undefined {
  if (related === undefined) return undefined
  const ids = related.slugs.map(idOf)
  return { column: related.column, ids: ids.every((id) => id !== undefined) ? ids : undefined }
}

export const relationOf = (links: Links | undefined): Properties =>
  links?.ids === undefined ? {} : { [links.column]: { relation: links.ids.map((id) => ({ id })) } }

/** Returns the hash that a page's property stores: the hash of its text, and of its relations if it has any. */
export function sourceHashOf(textHash: string, links: Links | undefined): string {
  if (links === undefined) return textHash
  const ids = links.ids && createHash('sha256').update(links.ids.join(' ')).digest('hex').slice(0, 8)
  return `${textHash}-${ids ?? ''}`
}

export const textHashOf = (sourceHash: string): string => sourceHash.split('-')[0] ?? ''
