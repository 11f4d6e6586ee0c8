import { z } from 'zod'

/** Where a page ended, as one word that clients hand back. */
export const cursorOf = (place: readonly [string, string] | null): string | null =>
  place && Buffer.from(JSON.stringify(place)).toString('base64url')

const place = z.tuple([z.string().max(1_000), z.string().max(300)])

/** The place that a cursor names; undefined if it is none of ours. */
export function placeOf(cursor: string): [string, string] | undefined {
  try {
    return place.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data
  } catch {
    return undefined
  }
}
