import { timestamp } from 'drizzle-orm/pg-core'

/** A column that holds a point in time to the millisecond, as a `Date` does: it survives the way through JSON and back. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })
