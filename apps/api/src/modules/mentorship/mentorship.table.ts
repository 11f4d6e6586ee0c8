import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** Who takes part in the draw of a week. `week` is the day of its Monday, here as in the tables below. */
export const mentorshipRegistrations = pgTable(
  'mentorship_registrations',
  {
    account_id: uuid().notNull(),
    week: date({ mode: 'string' }).notNull(),
    /** Stands for the account on the published list. A digest that only the API can compute. */
    code: text().notNull(),
    registered_at: timestampMs().notNull().defaultNow(),
  },
  ({ account_id, week }) => [primaryKey({ columns: [account_id, week] }), index('mentorship_registrations_week').on(week)],
)

/** The draws, each from the end of its registration on. Holds codes, and no account. */
export const mentorshipDraws = pgTable('mentorship_draws', {
  week: date({ mode: 'string' }).primaryKey(),
  closed_at: timestampMs().notNull().defaultNow(),
  /** The round of drand that decides. */
  round: bigint({ mode: 'number' }).notNull(),
  /** The key that the signature of the round is verified with. */
  public_key: text().notNull(),
  /** The sorted codes, one a line; a star follows those of recent winners. */
  list: text().notNull(),
  list_hash: text().notNull(),
  signature: text(),
  randomness: text(),
  drawn_at: timestampMs(),
})

/** The winners of a draw, and the substitutes behind them. */
export const mentorshipPlaces = pgTable(
  'mentorship_places',
  {
    week: date({ mode: 'string' }).notNull(),
    /** 1 to 3 for the winners, 4 to 6 for the substitutes. */
    place: integer().notNull(),
    account_id: uuid().notNull(),
    /** Which of the week's sessions was offered, from 1 on; null for a substitute who waits. */
    session: integer(),
    starts_at: timestampMs(),
    answer_by: timestampMs(),
    answer: text().$type<'accepted' | 'passed' | 'expired'>(),
    answered_at: timestampMs(),
    /** The version of the event in the winner's calendar. */
    sequence: integer().notNull().default(0),
  },
  ({ week, place, account_id }) => [primaryKey({ columns: [week, place] }), index('mentorship_places_account').on(account_id, week)],
)

/** The calendars to which users subscribe by their secret address. */
export const calendars = pgTable('calendars', {
  account_id: uuid().primaryKey(),
  /** The secret is derived from the API's signing key, the account and this number, so it is not stored. */
  version: integer().notNull(),
  /** Finds the account by the secret. */
  secret_hash: text().notNull().unique(),
})
