import type { z } from 'zod'
import { invalidField } from './errors.ts'

/** Encodes the position after a page as an opaque cursor. */
export const encodeCursor = (position: readonly unknown[] | null): string | null =>
  position && Buffer.from(JSON.stringify(position)).toString('base64url')

/** Decodes the `cursor` of a request; undefined without one. @throws HttpError 400 if it does not belong to this `list`. */
export function decodeCursor<Position>(cursor: string | undefined, kind: z.ZodType<Position>, list = 'list'): Position | undefined {
  if (cursor === undefined) return undefined
  try {
    return kind.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidField('cursor', `This is not a cursor of this ${list}.`)
  }
}
