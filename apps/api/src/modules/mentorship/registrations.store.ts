import { createHmac } from 'node:crypto'
import { closingTime, weekOf, weeksAfter } from '@academy/contract/mentorship-draw'
import { and, asc, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db } from '../../database/open-database.ts'
import { mentorshipPlaces, mentorshipRegistrations } from './mentorship.table.ts'

/** How long, in weeks, a user sees registrations and sessions. */
const SHOWN_WEEKS = 8

/** Returns the code that stands for an account on the list of a week. Only the API can compute it. */
export const codeOf = (signingKey: string, week: string, accountId: string): string =>
  createHmac('sha256', signingKey).update(`mentorship ${week} ${accountId}`).digest('hex').slice(0, 32)

type Registration = Pick<typeof mentorshipRegistrations.$inferSelect, 'account_id' | 'week' | 'code'>

/** Registers an account, once. Returns false if registration for the week has ended. */
export async function addRegistration(db: Db, { account_id, week, code }: Registration): Promise<boolean> {
  return await db.transaction(async (tx) => {
    // The end of registration takes the same lock, so that no registration is added to a list that is published.
    await lockUntilEnd(tx, 'draw', week)
    if (Date.now() >= closingTime(week)) return false
    const added = await tx.execute(sql`
      insert into ${mentorshipRegistrations} (account_id, week, code)
      select ${account_id}, ${week}, ${code} where not exists (select from mentorship_draws where week = ${week})
      on conflict (account_id, week) do update set code = excluded.code
      returning week`)
    return added.length > 0
  })
}

export type OwnPlace = Pick<typeof mentorshipPlaces.$inferSelect, 'week' | 'place' | 'starts_at' | 'answer_by' | 'answer' | 'sequence'>

/** Loads the sessions that were offered to an account in the last weeks, newest first. */
export async function loadOwnPlaces(db: Db, account_id: string, since = weeksAfter(weekOf(Date.now()), -SHOWN_WEEKS)): Promise<OwnPlace[]> {
  const { week, place, starts_at, answer_by, answer, sequence } = mentorshipPlaces
  return await db
    .select({ week, place, starts_at, answer_by, answer, sequence })
    .from(mentorshipPlaces)
    .where(and(eq(mentorshipPlaces.account_id, account_id), gte(week, since), isNotNull(mentorshipPlaces.session)))
    .orderBy(desc(week))
}

/** Loads the registrations of an account for the last and the next weeks. */
export async function loadRegistrations(db: Db, account_id: string): Promise<{ week: string; code: string }[]> {
  const { week, code } = mentorshipRegistrations
  const isRecent = gte(week, weeksAfter(weekOf(Date.now()), -SHOWN_WEEKS))
  return await db
    .select({ week, code })
    .from(mentorshipRegistrations)
    .where(and(eq(mentorshipRegistrations.account_id, account_id), isRecent))
    .orderBy(asc(week))
}
