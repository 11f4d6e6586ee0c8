import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** Where the academy sends events: addresses of other programs of the owner. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid().primaryKey().default(sql`uuidv7()`),
  url: text().notNull(),
  /** The types of the events that it gets. */
  events: text().array().notNull(),
  created_at: timestampMs().notNull().defaultNow(),
  /** Its secret is derived from the API's signing key, its id and this number, so no secret is stored. */
  secret_version: integer().notNull().default(1),
  /** When the secret was last replaced; for a day the one before signs as well. */
  rotated_at: timestampMs(),
  /** The position of the last event that it accepted, or that is older than the endpoint. */
  position: bigint({ mode: 'number' }).notNull(),
  /** How often the next event failed. */
  attempts: integer().notNull().default(0),
  /** When the next attempt is due. While an instance sends an event: when that instance is taken for dead. */
  due_at: timestampMs().notNull().defaultNow(),
  /** Identifies the attempt that an instance makes now. The outcome of an attempt whose claim is gone counts for nothing. */
  claim: uuid(),
  paused_at: timestampMs(),
  /** Who paused it: the administrator, or the academy after the last attempt failed. */
  paused_by: text().$type<'administrator' | 'academy'>(),
})

/**
 * The events of the last 30 days, written by triggers in the transaction of the fact (`record_webhook_event`), and only while an endpoint gets
 * their type. Holds ids, states and amounts, and no name or address.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    /** The place of the event in the order of all; null until its transaction has ended and an instance has numbered it. */
    position: bigint({ mode: 'number' }).unique(),
    type: text().notNull(),
    account_id: uuid().notNull(),
    /** With microseconds, because events are numbered in this order. */
    recorded_at: timestamp({ withTimezone: true, precision: 6 }).notNull().default(sql`clock_timestamp()`),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (event) => [
    index('webhook_events_account').on(event.account_id),
    index('webhook_events_recorded').on(event.recorded_at),
    index('webhook_events_type').on(event.type, event.position).concurrently(),
    index('webhook_events_unnumbered').on(event.recorded_at, event.id).where(sql`${event.position} is null`),
  ],
)

/** What happened to each event of the last 30 days at each endpoint. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    endpoint_id: uuid().notNull(),
    /** The position of the event. */
    position: bigint({ mode: 'number' }).notNull(),
    at: timestampMs().notNull().defaultNow(),
    /** How long the receiver took to respond. */
    milliseconds: integer().notNull(),
    /** The HTTP status; null without a response. */
    status: integer(),
    /** Why it failed: the beginning of the response, or what kept the request from arriving; null if the receiver accepted the event. */
    failure: text(),
  },
  (attempt) => [index('webhook_attempts_newest').on(attempt.endpoint_id, attempt.id), index('webhook_attempts_at').on(attempt.at)],
)
