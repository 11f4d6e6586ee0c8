import type { CourseId } from '@academy/catalog'
import { eq, lte, sql } from 'drizzle-orm'
import { accountWithEmail } from '../../database/has-email.ts'
import type { Db } from '../../database/open-database.ts'
import { mails } from '../../mail/mails.table.ts'
import { waitingList } from './waiting-list.table.ts'

export type Place = typeof waitingList.$inferSelect

/** The kinds of mails to places; the key is the id of the place. */
export const PLACE_LINK = 'waiting_list_link'
export const COURSE_OPENING = 'course_opening'

/** Days in which a place can be confirmed. */
export const CONFIRM_DAYS = 7

/** Days in which the API tries to send the mail at the opening. */
const OPENING_MAIL_DAYS = 7

/**
 * Stores a place that is to be confirmed, and queues the mail with its link. An address gets one such mail for a course within a day, and none
 * once it is confirmed.
 */
export async function requestPlace(db: Db, { id, product, email }: { id: string; product: CourseId; email: string }): Promise<void> {
  await db.execute(sql`
    with stored as (
      insert into ${waitingList} (id, product, email, account_id, delete_at)
      values (${id}, ${product}, ${email}, ${accountWithEmail(email)}, now() + make_interval(days => ${CONFIRM_DAYS}::int))
      on conflict (email, product) do update
      set id = excluded.id, account_id = excluded.account_id, requested_at = now(), delete_at = excluded.delete_at
      where ${waitingList.confirmed_at} is null and ${waitingList.requested_at} < now() - interval '1 day'
      returning id
    )
    insert into ${mails} (kind, key, expires_at) select ${PLACE_LINK}::text, id::text, now() + interval '1 day' from stored`)
}

export async function findPlace(db: Db, id: string): Promise<Place | undefined> {
  const [place] = await db.select().from(waitingList).where(eq(waitingList.id, id))
  return place
}

/** Confirms a place, which may be confirmed already. Returns undefined if it no longer exists. */
export async function confirmPlace(db: Db, id: string): Promise<Place | undefined> {
  const [place] = await db
    .update(waitingList)
    .set({
      confirmed_at: sql`coalesce(${waitingList.confirmed_at}, now())`,
      delete_at: sql`case when ${waitingList.confirmed_at} is null then now() + interval '1 year' else ${waitingList.delete_at} end`,
      // A visitor may have signed up since.
      account_id: sql`coalesce(${waitingList.account_id}, ${accountWithEmail(sql`${waitingList.email}`)})`,
    })
    .where(eq(waitingList.id, id))
    .returning()
  return place
}

export async function leavePlace(db: Db, id: string): Promise<void> {
  await db.delete(waitingList).where(eq(waitingList.id, id))
}

/** Queues the mail to each confirmed place of these courses, which are open, once. */
export async function queueOpenings(db: Db, open: readonly CourseId[], now: Date): Promise<void> {
  if (open.length === 0) return
  const at = sql`${now.toISOString()}::timestamptz`
  // The place is deleted when its mail was sent; the day more is for a mail whose delivery is unknown.
  await db.execute(sql`
    with due as (
      update ${waitingList} set queued_at = ${at}, delete_at = ${at} + make_interval(days => ${OPENING_MAIL_DAYS}::int + 1)
      where product in ${open} and confirmed_at is not null and queued_at is null
      returning id
    )
    insert into ${mails} (kind, key, expires_at)
    select ${COURSE_OPENING}::text, id::text, ${at} + make_interval(days => ${OPENING_MAIL_DAYS}::int) from due`)
}

/** Deletes the places that were not confirmed, that have waited for a year, or whose mail at the opening could not be sent. */
export async function deleteEndedPlaces(db: Db, now: Date): Promise<void> {
  await db.delete(waitingList).where(lte(waitingList.delete_at, now))
}
