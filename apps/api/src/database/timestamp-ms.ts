import { timestamp } from 'drizzle-orm/pg-core'

/** A `timestamptz` column of millisecond precision, like `Date`, so that a value keeps its precision through JSON. */
export const timestampMs = (column = '') => timestamp(column, { withTimezone: true, precision: 3 })
