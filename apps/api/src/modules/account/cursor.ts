import { z } from 'zod'

/** The position after a page: the sort key, and an id that breaks ties. */
export type Position = readonly [key: string, id: string]

// Postgres has no year 0 and no NUL in texts.
const text = z
  .string()
  .max(1_000)
  .regex(/^[^\0]*$/)
const time = (digits: number) => z.iso.datetime({ precision: digits }).refine((value) => !value.startsWith('0000'))

/** The cursor schemas of the admin's lists. Times are in UTC, with the precision of the list. */
export const cursorSchemas = {
  matchingAccounts: z.tuple([text, z.guid()]),
  newestAccounts: z.tuple([time(6), z.guid()]),
  newestEvents: z.tuple([time(3), text]),
}
