import { entitlementsFor } from '@academy/catalog'
import {
  closingTime,
  drawPlaces,
  formatList,
  hashList,
  parseList,
  randomnessOf,
  roundOf,
  SESSIONS_PER_WEEK,
  weeksAfter,
} from '@academy/contract/mentorship-draw'
import { and, asc, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db, Tx } from '../../database/open-database.ts'
import { queueMail } from '../../mail/outbox.store.ts'
import { accountRowsReader, parseFacts } from '../billing/facts/facts.store.ts'
import { mentorshipDraws, mentorshipPlaces, mentorshipRegistrations } from './mentorship.table.ts'

export type StoredDraw = typeof mentorshipDraws.$inferSelect
export type Place = typeof mentorshipPlaces.$inferSelect

/** The kind of the mails about sessions. */
export const SESSION_MAIL = 'mentorship'
/** How long, in weeks, a winner is drawn after all others. */
const REST_WEEKS = 8
const ANSWER_HOURS = 48
const HOUR_MS = 3_600_000
/** The length of a session, in milliseconds. */
export const SESSION_MS = HOUR_MS / 2

/** Returns those of some accounts that have the Studio now. */
async function withStudio(db: Db, accounts: readonly string[], adminAccountId: string | undefined): Promise<Set<string>> {
  const rows = await accountRowsReader(db, 'draw_facts', sql`${sql.param([...accounts])}`)({})
  const now = new Date()
  return new Set(
    accounts.filter((id) => entitlementsFor({ ...parseFacts(rows.get(id) ?? []), isAdmin: id === adminAccountId, now }).slack_premium),
  )
}

type Rules = { publicKey: string; adminAccountId: string | undefined; start: { day: number; minutes: number } }

/** For how many weeks an academy that stood still draws afterwards. */
const LATE_WEEKS = 8

/** Returns the weeks whose registration has ended without a draw: the current one, and earlier ones with registrations. */
export async function weeksToClose(db: Db, current: string): Promise<string[]> {
  const rows = await db.execute<{ week: string }>(sql`
    select week::text from (select ${current}::date as week union select week from ${mentorshipRegistrations}
      where week < ${current} and week >= ${weeksAfter(current, -LATE_WEEKS)}) as ended
    where not exists (select from ${mentorshipDraws} where ${mentorshipDraws.week} = ended.week) order by week`)
  return rows.map(({ week }) => week)
}

/** Ends the registration of a week, once: stores the list of those who have the Studio, with its hash. */
export async function closeWeek(db: Db, week: string, { publicKey, adminAccountId }: Rules): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUntilEnd(tx, 'draw', week)
    if ((await tx.$count(mentorshipDraws, eq(mentorshipDraws.week, week))) > 0) return
    const registered = await tx.select().from(mentorshipRegistrations).where(eq(mentorshipRegistrations.week, week))
    const eligible = await withStudio(
      tx,
      registered.map(({ account_id }) => account_id),
      adminAccountId,
    )
    const recent = new Set((await recentWinners(tx, week)).map(({ account_id }) => account_id))
    const entrants = registered
      .filter(({ account_id }) => eligible.has(account_id))
      .map(({ account_id, code }) => ({ code, isRecent: recent.has(account_id) }))
    const list = formatList(entrants)
    await tx
      .insert(mentorshipDraws)
      .values({ week, closed_at: new Date(), round: roundOf(week), public_key: publicKey, list, list_hash: await hashList(list) })
  })
}

/** Returns the accounts that had a session in the eight weeks before a week. Those who passed had none. */
const recentWinners = (tx: Tx, week: string) =>
  tx
    .select({ account_id: mentorshipPlaces.account_id })
    .from(mentorshipPlaces)
    .where(
      and(
        gte(mentorshipPlaces.week, weeksAfter(week, -REST_WEEKS)),
        lt(mentorshipPlaces.week, week),
        isNotNull(mentorshipPlaces.session),
        or(isNull(mentorshipPlaces.answer), eq(mentorshipPlaces.answer, 'accepted')),
      ),
    )

/** Returns the draws whose round was not fetched yet, oldest first. */
export const undrawn = (db: Db): Promise<StoredDraw[]> =>
  db.select().from(mentorshipDraws).where(isNull(mentorshipDraws.drawn_at)).orderBy(asc(mentorshipDraws.week))

export async function findDraw(db: Db, week: string): Promise<StoredDraw | undefined> {
  const [draw] = await db.select().from(mentorshipDraws).where(eq(mentorshipDraws.week, week))
  return draw
}

/** Stores who was drawn, once. `signature` is that of the draw's round. */
export async function decideWeek(db: Db, { week, list }: StoredDraw, signature: string): Promise<void> {
  const randomness = await randomnessOf(signature)
  const codes = await drawPlaces(randomness, parseList(list))
  await db.transaction(async (tx) => {
    const decided = await tx
      .update(mentorshipDraws)
      .set({ signature, randomness, drawn_at: new Date() })
      .where(and(eq(mentorshipDraws.week, week), isNull(mentorshipDraws.drawn_at)))
      .returning({ week: mentorshipDraws.week })
    if (decided.length === 0) return
    // An account that was erased since has no registration, and gets no place.
    await tx.execute(sql`
      insert into ${mentorshipPlaces} (week, place, account_id)
      select ${week}, drawn.place, account_id
      from unnest(${sql.param(codes)}::text[]) with ordinality as drawn (code, place)
      join ${mentorshipRegistrations} as registered on registered.week = ${week} and registered.code = drawn.code`)
  })
}

/** Returns when a session of a week begins, by the settings. */
const startOf = (week: string, session: number, { day, minutes }: Rules['start']): Date =>
  new Date(closingTime(week) + day * 24 * HOUR_MS + minutes * 60_000 + (session - 1) * SESSION_MS)

/** Queues the mail about the present state of a place, once. */
async function queueSessionMail(tx: Tx, { week, place, sequence }: Pick<Place, 'week' | 'place' | 'sequence'>): Promise<void> {
  await queueMail(tx, { kind: SESSION_MAIL, key: `${week}.${place}.${sequence}`, days: 2 })
}

const isPlace = ({ week, place }: Pick<Place, 'week' | 'place'>) => and(eq(mentorshipPlaces.week, week), eq(mentorshipPlaces.place, place))

/** Changes a place that has a session, with the event in the winner's calendar, and queues the mail about it. */
async function changeSession(tx: Tx, place: Place, set: Partial<Place>): Promise<void> {
  const sequence = place.sequence + 1
  await tx
    .update(mentorshipPlaces)
    .set({ ...set, sequence })
    .where(isPlace(place))
  await queueSessionMail(tx, { ...place, sequence })
}

/** Ends offers that were not answered in time, and offers each session without a winner to the next place of the draw. */
export async function offerSessions(db: Db, week: string, rules: Rules): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUntilEnd(tx, 'draw', week)
    const now = new Date()
    const places = await tx.select().from(mentorshipPlaces).where(eq(mentorshipPlaces.week, week)).orderBy(asc(mentorshipPlaces.place))
    for (const place of places) {
      if (place.session === null || place.answer !== null || place.answer_by === null || place.answer_by > now) continue
      await changeSession(tx, place, { answer: 'expired', answered_at: now })
      place.answer = 'expired'
    }
    const waiting = places.filter(({ session, answer }) => session === null && answer === null)
    const eligible =
      waiting.length === 0
        ? new Set()
        : await withStudio(
            tx,
            waiting.map(({ account_id }) => account_id),
            rules.adminAccountId,
          )
    for (let session = 1; session <= SESSIONS_PER_WEEK; session += 1) {
      const offers = places.filter((place) => place.session === session)
      if (offers.some(({ answer }) => answer === null || answer === 'accepted')) continue
      // The operator may have moved the session.
      const starts_at = offers.at(-1)?.starts_at ?? startOf(week, session, rules.start)
      if (starts_at <= now) continue
      const next = waiting.find(({ account_id, session, answer }) => eligible.has(account_id) && session === null && answer === null)
      if (next === undefined) return
      const answer_by = new Date(Math.min(now.getTime() + ANSWER_HOURS * HOUR_MS, starts_at.getTime()))
      await tx.update(mentorshipPlaces).set({ session, starts_at, answer_by }).where(isPlace(next))
      next.session = session
      await queueSessionMail(tx, next)
    }
  })
}

/** Records the answer of a winner. Returns false if there is no offer that can be answered now. */
export async function answerOffer(
  db: Db,
  { account_id, week }: { account_id: string; week: string },
  answer: 'accepted' | 'passed',
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await lockUntilEnd(tx, 'draw', week)
    const [place] = await tx
      .select()
      .from(mentorshipPlaces)
      .where(and(eq(mentorshipPlaces.account_id, account_id), eq(mentorshipPlaces.week, week), isNotNull(mentorshipPlaces.session)))
    const now = new Date()
    if (place === undefined || place.answer === 'expired' || place.answer === 'passed') return false
    if (place.answer === answer) return true
    if (place.answer === null && place.answer_by !== null && place.answer_by <= now) return false
    // A winner who accepted may still pass before the session.
    if (place.starts_at !== null && place.starts_at <= now) return false
    const set = { answer, answered_at: now }
    if (answer === 'passed') await changeSession(tx, place, set)
    else await tx.update(mentorshipPlaces).set(set).where(isPlace(place))
    return true
  })
}

/** Moves a session to another time. Returns false if it has no winner. */
export async function moveSession(db: Db, { week, session }: { week: string; session: number }, starts_at: Date): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await lockUntilEnd(tx, 'draw', week)
    const offered = await tx
      .select()
      .from(mentorshipPlaces)
      .where(and(eq(mentorshipPlaces.week, week), eq(mentorshipPlaces.session, session)))
    const place = offered.find(({ answer }) => answer === null || answer === 'accepted')
    if (place === undefined) return false
    // An offer ends when its session begins.
    const answer_by = place.answer_by !== null && place.answer_by > starts_at ? starts_at : place.answer_by
    await changeSession(tx, place, { starts_at, answer_by })
    return true
  })
}

export async function findPlace(db: Db, { week, place }: Pick<Place, 'week' | 'place'>): Promise<Place | undefined> {
  const [found] = await db.select().from(mentorshipPlaces).where(isPlace({ week, place }))
  return found
}
