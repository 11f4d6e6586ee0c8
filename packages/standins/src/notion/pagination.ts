import { z } from 'zod'
import { toId } from './ids.ts'
import { invalid } from './notion-error.ts'
import { check } from './validation.ts'

const MAX_PAGE = 100

export const pageSize = z.int().min(1).max(MAX_PAGE).optional()
export const startCursor = z.string().nullish()

export type PageRequest = { size: number; cursor: string | undefined }

/** Cursors are the id of the next object, as at Notion. The cursor of a removed object is invalid. */
export function pageRequest({
  page_size,
  start_cursor,
}: {
  page_size?: number | undefined
  start_cursor?: string | null | undefined
}): PageRequest {
  if (start_cursor === undefined || start_cursor === null) return { size: page_size ?? MAX_PAGE, cursor: undefined }
  const cursor = toId(start_cursor)
  if (cursor === undefined) throw badCursor(start_cursor)
  return { size: page_size ?? MAX_PAGE, cursor }
}

const query = z.strictObject({
  start_cursor: z.string().optional(),
  page_size: z.coerce.number().pipe(z.int().min(1).max(MAX_PAGE)).optional(),
})

export const pageRequestOfQuery = (value: unknown) => pageRequest(check(query, value, 'query'))

export const badCursor = (cursor: string) => invalid(`The start_cursor provided is invalid: ${cursor}`)

/** Builds one page of a list in Notion's envelope. `type` is the type of its items. */
export const listOf = (type: string, results: unknown[], nextCursor: string | null) => ({
  object: 'list',
  results,
  next_cursor: nextCursor,
  has_more: nextCursor !== null,
  type,
  [type]: {},
})

/** Returns one page of a list in memory. */
export function cut<T>(items: readonly T[], idOf: (item: T) => string, { size, cursor }: PageRequest): { items: T[]; next: string | null } {
  const start = cursor === undefined ? 0 : items.findIndex((item) => idOf(item) === cursor)
  if (start < 0) throw badCursor(cursor ?? '')
  const next = items[start + size]
  return { items: items.slice(start, start + size), next: next === undefined ? null : idOf(next) }
}
