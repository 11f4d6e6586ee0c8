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
  '08001', // connection errors
  '08003',
  '08004',
  '08006',
  '08P01', // PgBouncer without a server: login failed, or waited too long
  '57014', // statement timeout
  '57P01', // shut down by an administrator
  '57P02',
  '57P03', // starting up
  '25006', // read-only: a replica, or a hosted database that is nearly full
  '53000', // no room, no memory, no connections
  '53100',
  '53200',
  '53300',
])

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
export const isDatabaseOutage = (error: unknown): boolean => hasCode(error, (code) => OUTAGE_CODES.has(code))
