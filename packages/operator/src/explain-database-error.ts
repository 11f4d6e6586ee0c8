import { explainTlsError, UnusableDatabase } from '@academy/api/database-state'
import { CommandError } from './command-error.ts'

const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ECONNRESET|CONNECT_TIMEOUT|CONNECTION_CLOSED|57P03)$/
/** Postgres' codes for a missing table, column or function. */
const OTHER_SCHEMA = /^(42P01|42703|42883)$/
/** Postgres' codes for a wrong user, a wrong password, a missing right or a missing database. */
const ACCESS_DENIED = /^(28000|28P01|42501|3D000)$/
/** Postgres' codes for a read-only database, a full disk, missing memory or connections, a statement that took too long, and a shutdown. */
const CANNOT_SERVE = /^(25006|53...|57014|57P0[12])$/
const ADVICE: Record<string, string> = {
  '25006': 'Use the URL of the primary if it is a standby, and make room if its disk is nearly full: hosted databases refuse writes then.',
  '53100': 'Its disk is full: make room, or enlarge it.',
  '53300': 'Its connections are used up: end some, or raise max_connections.',
}

/** Returns the error of a database as a CommandError that says what to do; other errors unchanged. */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  const { host, pathname } = new URL(databaseUrl)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const explained = explainTlsError(cause, databaseUrl)
    if (explained instanceof UnusableDatabase) return new CommandError(explained.message)
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (UNREACHABLE.test(code)) return new CommandError(`No Postgres responds at ${host}. Is it the right address, and is it running?`)
    if (ACCESS_DENIED.test(code)) return new CommandError(`Postgres at ${host} refuses: ${cause.message}.`)
    if (CANNOT_SERVE.test(code)) {
      const advice = ADVICE[code] ?? 'Try again soon.'
      return new CommandError(`Postgres at ${host} cannot serve this now: ${cause.message}. ${advice}`)
    }
    if (OTHER_SCHEMA.test(code)) {
      return new CommandError(
        `The database ${pathname.slice(1)} at ${host} is not a database of the academy, or is not migrated to this version (see README).`,
      )
    }
  }
  return error
}
