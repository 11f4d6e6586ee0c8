import { createHash, createHmac, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { calendars } from './mentorship.table.ts'

/** Returns the secret in the address of a calendar. Derived, so that no secret is stored. */
const calendarSecret = (signingKey: string, accountId: string, version: number): string =>
  createHmac('sha256', signingKey).update(`calendar ${accountId} ${version}`).digest('base64url')

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Loads the secret of an account's calendar; null if it has none. */
export async function findCalendarSecret(db: Db, signingKey: string, account_id: string): Promise<string | null> {
  const [calendar] = await db.select().from(calendars).where(eq(calendars.account_id, account_id))
  return calendar ? calendarSecret(signingKey, account_id, calendar.version) : null
}

/** Gives an account's calendar a new secret. The one before finds nothing any more. */
export async function renewCalendarSecret(db: Db, signingKey: string, account_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [{ version } = { version: 1 }] = await tx
      .insert(calendars)
      // The hash follows with the number. Until then it is unlike any other, also of a first renewal at the same time: its index would refuse it.
      .values({ account_id, version: 1, secret_hash: randomUUID() })
      .onConflictDoUpdate({ target: calendars.account_id, set: { version: sql`${calendars.version} + 1` } })
      .returning()
    const secret_hash = hashOf(calendarSecret(signingKey, account_id, version))
    await tx.update(calendars).set({ secret_hash }).where(eq(calendars.account_id, account_id))
  })
}

/** Returns the account whose calendar has this secret; undefined if there is none. */
export async function findCalendarOwner(db: Db, secret: string): Promise<string | undefined> {
  const [calendar] = await db
    .select()
    .from(calendars)
    .where(eq(calendars.secret_hash, hashOf(secret)))
  return calendar?.account_id
}
