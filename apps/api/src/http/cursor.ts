import type { z } from 'zod'

/** Encodes the position after a page as an opaque cursor. */
export const encodeCursor = (position: readonly unknown[] | null): string | null =>
  position && Buffer.from(JSON.stringify(position)).toString('base64url')

/** Decodes a cursor; undefined if it does not belong to this list. */
export function decodeCursor<Position>(cursor: string, kind: z.ZodType<Position>): Position | undefined {
  try {
    return kind.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data
  } catch {
    return undefined
  }
}
