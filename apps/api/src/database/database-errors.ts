import { DrizzleQueryError } from 'drizzle-orm/errors'

/** Returns the cause of an error of Drizzle, whose message contains the statement and its values. */
export const withoutStatement = (error: unknown): unknown => (error instanceof DrizzleQueryError ? (error.cause ?? error.name) : error)

const OUTAGE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'TLS_NOT_SUPPORTED',
  '25006', // read-only: a replica, or a hosted database that is nearly full
  '25P03', // a transaction was idle for too long, or took too long
  '25P04',
  '55P03', // waited too long for a lock
])

/**
 * The classes of SQLSTATEs of an outage: connections (08), a lack of connections, memory or disk (53), a statement timeout or a shutdown (57), the
 * disk (58), and an internal error of Postgres or of Supabase's pooler, which has no connection left (XX).
 */
const OUTAGE_CLASSES = /^(?:08|53|57|58|XX)[\dA-Z]{3}$/

/** The class of SQLSTATEs of a transaction that was rolled back because of another one, such as the victim of a deadlock with a migration. */
const CONFLICT_CLASS = /^40[\dA-Z]{3}$/

/** The SQLSTATE of a write about an erased account (migration 0009). */
const ERASED_ACCOUNT = 'ER001'

function hasCode(error: unknown, isMeant: (code: string) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && isMeant(cause.code)) return true
  }
  return false
}

/** Returns whether the database rejected a write because the account was erased. */
export const isOfErasedAccount = (error: unknown): boolean => hasCode(error, (code) => code === ERASED_ACCOUNT)

/** Returns whether an error means that Postgres is unreachable or cannot serve now, instead of a bug of the API. */
export const isDatabaseOutage = (error: unknown): boolean => hasCode(error, (code) => OUTAGE_CODES.has(code) || OUTAGE_CLASSES.test(code))

/** Returns whether Postgres rolled back a transaction because of another one, so that it may succeed when it is repeated. */
export const isConflict = (error: unknown): boolean => hasCode(error, (code) => CONFLICT_CLASS.test(code))
