import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { accountRowsReader } from '../billing/facts/facts.store.ts'
import { ACCOUNT_ROWS, type CertificateWithFacts, parseCertificates, type StoredCertificate } from './certificates.store.ts'
import { courseReviews } from './reviews.table.ts'

const { account_id, course_id, text, with_name, written_at, approved_at } = courseReviews

export type StoredReview = typeof courseReviews.$inferSelect

/** Stores what the holder of a certificate says. Returns the review; an unchanged one stays approved. */
export async function storeReview(
  db: Db,
  holder: Pick<StoredCertificate, 'account_id' | 'course_id'>,
  written: Pick<StoredReview, 'text' | 'with_name'>,
): Promise<StoredReview> {
  const { account_id: accountId, course_id: courseId } = holder
  const isUnchanged = sql`${text} is not distinct from excluded.text and ${with_name} = excluded.with_name`
  const [saved] = await db
    .insert(courseReviews)
    .values({ account_id: accountId, course_id: courseId, ...written })
    .onConflictDoUpdate({
      target: [account_id, course_id],
      set: {
        ...written,
        written_at: sql`case when ${isUnchanged} then ${written_at} else now() end`,
        approved_at: sql`case when ${isUnchanged} then ${approved_at} end`,
      },
    })
    .returning()
  if (!saved) throw new Error('an upsert returned no row')
  return saved
}

/** A written review with the certificate of its writer, and the facts that decide whether it is valid. */
export type ReviewWithCertificate = CertificateWithFacts & { review: StoredReview & { text: string } }

/** Returns functions that load written reviews, each in one prepared statement. */
export function reviewReader(db: Db) {
  const newest = (time: typeof written_at | typeof approved_at, count: number) =>
    sql`array(select ${account_id} from ${courseReviews} where ${text} is not null and ${time} is not null order by ${time} desc limit ${sql.raw(String(count))})`
  const readApproved = accountRowsReader(db, 'approved_reviews', newest(approved_at, MOST_LOOKED_AT), ACCOUNT_ROWS)
  const readAll = accountRowsReader(db, 'all_reviews', newest(written_at, MOST_LISTED), ACCOUNT_ROWS)
  const load = async (read: typeof readAll): Promise<ReviewWithCertificate[]> =>
    Array.from((await read({})).values(), parseCertificates)
      .flat()
      .flatMap((owned) => (owned.review?.text == null ? [] : [{ ...owned, review: { ...owned.review, text: owned.review.text } }]))
  return {
    /** Loads approved reviews, the last approved first, also those whose certificates are no longer valid. */
    async approved(): Promise<ReviewWithCertificate[]> {
      const timeOf = ({ review }: ReviewWithCertificate) => review.approved_at?.getTime() ?? 0
      return (await load(readApproved)).filter(({ review }) => review.approved_at !== null).toSorted((a, b) => timeOf(b) - timeOf(a))
    },
    /** Loads the newest reviews, the last written first. */
    async all(): Promise<ReviewWithCertificate[]> {
      return (await load(readAll)).toSorted((a, b) => b.review.written_at.getTime() - a.review.written_at.getTime())
    },
  }
}

/** Of so many approved reviews at least some belong to valid certificates. */
const MOST_LOOKED_AT = 50
const MOST_LISTED = 200

/**
 * Approves the text of a review that was written at `writtenAt`, or takes the approval back. Returns 'unknown' without a written review of this
 * certificate, 'changed' for another text.
 */
export async function approveReview(
  db: Db,
  { account_id: accountId, course_id: courseId }: Pick<StoredCertificate, 'account_id' | 'course_id'>,
  { approved, writtenAt }: { approved: boolean; writtenAt: Date },
): Promise<'done' | 'unknown' | 'changed'> {
  const isReview = and(eq(account_id, accountId), eq(course_id, courseId), isNotNull(text))
  const done = await db
    .update(courseReviews)
    .set({ approved_at: approved ? sql`coalesce(${approved_at}, now())` : null })
    .where(and(isReview, eq(written_at, writtenAt)))
    .returning({ account_id })
  if (done.length > 0) return 'done'
  const [review] = await db.select({ account_id }).from(courseReviews).where(isReview)
  return review ? 'changed' : 'unknown'
}
