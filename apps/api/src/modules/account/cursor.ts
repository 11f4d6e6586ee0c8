import { z } from 'zod'

/** Where a page ended: the value by which the list is sorted, and an id that breaks ties. */
type Place = readonly [key: string, id: string]

// Only values that Postgres can read: it has no year 0, and no text with NUL.
const text = z
  .string()
  .max(1_000)
  .regex(/^[^\0]*$/)
const time = (digits: number) => z.iso.datetime({ precision: digits }).refine((value) => !value.startsWith('0000'))

/** The cursors of the admin's lists, by what their places hold. Times are in UTC, with the digits of a second that each list writes. */
export const places = {
  matchingAccounts: z.tuple([text, z.guid()]),
  newestAccounts: z.tuple([time(6), z.guid()]),
  newestEvents: z.tuple([time(3), text]),
}

/** Returns a place as one word that a client hands back to read the next page. */
export const cursorOf = (place: Place | null): string | null => place && Buffer.from(JSON.stringify(place)).toString('base64url')

/** Returns the place that a cursor names; undefined if the cursor does not belong to this kind of list. */
export function placeOf(cursor: string, kind: z.ZodType<Place>): Place | undefined {
  try {
    return kind.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data
  } catch {
    return undefined
  }
}
