import { and, eq, getTableColumns, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { deviceLogins } from './device-logins.table.ts'

/** In seconds. */
export const DEVICE_LOGIN_LIFETIME = 600

const { device_code_hash: _device, user_code_hash: _user, account_id: _account, ...columns } = getTableColumns(deviceLogins)

type NewDeviceLogin = Omit<typeof deviceLogins.$inferInsert, 'expires_at'>

/** Stores a login, and deletes expired ones. Returns false if another one has the user code. */
export async function insertDeviceLogin(db: Db, login: NewDeviceLogin): Promise<boolean> {
  await db.delete(deviceLogins).where(lt(deviceLogins.expires_at, sql`now()`))
  const inserted = await db
    .insert(deviceLogins)
    .values({ ...login, expires_at: sql`now() + make_interval(secs => ${DEVICE_LOGIN_LIFETIME}::int)` })
    .onConflictDoNothing({ target: deviceLogins.user_code_hash })
    .returning({ created_at: deviceLogins.created_at })
  return inserted.length > 0
}

const isValid = (userCodeHash: string) => and(eq(deviceLogins.user_code_hash, userCodeHash), gt(deviceLogins.expires_at, sql`now()`))
const isUndecided = isNull(deviceLogins.decision)

/** Returns the login with a user code, while it is neither decided nor expired. */
export async function findDeviceLogin(db: Db, userCodeHash: string) {
  const [login] = await db
    .select(columns)
    .from(deviceLogins)
    .where(and(isValid(userCodeHash), isUndecided))
  return login
}

/**
 * Records the decision of a user. A repeated decision changes nothing, because its first response may have been lost. Returns false if the login is
 * unknown, expired or decided otherwise.
 */
export async function decideDeviceLogin(db: Db, userCodeHash: string, accountId: string, approve: boolean): Promise<boolean> {
  const decision = approve ? 'approved' : 'denied'
  const isRepeated = and(eq(deviceLogins.decision, decision), eq(deviceLogins.account_id, accountId))
  const decided = await db
    .update(deviceLogins)
    .set({ decision, account_id: accountId })
    .where(and(isValid(userCodeHash), or(isUndecided, isRepeated)))
    .returning({ decision: deviceLogins.decision })
  return decided.length > 0
}

/** Returns the login with a device code, and deletes it if it is decided, so that it is returned once. Undefined for an unknown or expired one. */
export async function consumeDeviceLogin(db: Db, deviceCodeHash: string) {
  const own = and(eq(deviceLogins.device_code_hash, deviceCodeHash), gt(deviceLogins.expires_at, sql`now()`))
  const [taken] = await db
    .delete(deviceLogins)
    .where(and(own, sql`${deviceLogins.decision} is not null`))
    .returning()
  if (taken) return taken
  const [pending] = await db.select().from(deviceLogins).where(own)
  // A decision since the first statement waits for the next poll, which deletes the login.
  return pending && { ...pending, decision: null, account_id: null }
}
