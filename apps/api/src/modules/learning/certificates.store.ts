import { randomBytes } from 'node:crypto'
import type { CourseId } from '@academy/catalog'
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { batchWrites } from '../../database/batch-writes.ts'
import type { Db } from '../../database/open-database.ts'
import { type AccountRow, rowsOf } from '../billing/facts/account-rows.ts'
import { auditLog } from '../billing/facts/audit-log.table.ts'
import { accountRowsReader, IS_REQUESTED, parseFacts, type RecordedFacts } from '../billing/facts/facts.store.ts'
import { certificates } from './certificates.table.ts'
import { courseReviews } from './reviews.table.ts'

export type StoredCertificate = typeof certificates.$inferSelect
const CERTIFICATES = rowsOf(certificates, getTableColumns(certificates))
const REVIEWS = rowsOf(courseReviews, getTableColumns(courseReviews))

const CHECKED = sql`select json_build_array('check_results', account_id, session_id) as account_row
  from check_results where ${IS_REQUESTED} and passed_at is not null`

/**
 * A certificate, the facts of its holder that decide whether it is valid, the sessions whose checks passed on the holder's machine, and what the
 * holder says about the course; undefined until asked.
 */
export type CertificateWithFacts = {
  certificate: StoredCertificate
  facts: RecordedFacts
  checkedSessions: ReadonlySet<unknown>
  review: typeof courseReviews.$inferSelect | undefined
}

const checkedIn = (rows: readonly AccountRow[]) => new Set(rows.flatMap(([table, , id]) => (table === 'check_results' ? [id] : [])))

/** Selects the rows that `parseCertificates` reads beside the facts. */
export const ACCOUNT_ROWS = [CERTIFICATES.select(IS_REQUESTED), CHECKED, REVIEWS.select(IS_REQUESTED)]

/** Returns the certificates among the rows of an account, oldest first. */
export function parseCertificates(rows: readonly AccountRow[]): CertificateWithFacts[] {
  const holder = { facts: parseFacts(rows), checkedSessions: checkedIn(rows) }
  const reviews = REVIEWS.parse(rows)
  const oldestFirst = CERTIFICATES.parse(rows).toSorted((a, b) => a.completed_at.getTime() - b.completed_at.getTime())
  return oldestFirst.map((certificate) => ({
    certificate,
    ...holder,
    review: reviews.find(({ course_id }) => course_id === certificate.course_id),
  }))
}

/** The name of an account as one line; empty without a name. */
const fullName = sql<string>`trim(concat_ws(' ', accounts.first_name, accounts.last_name))`

type CompletedCourse = {
  id: string
  product: CourseId
  title: string
  minutes: number
  tutorialIds: readonly string[]
  /** Whether a tutorial of it is paid. Its content must have been served then. */
  isPaid: boolean
}

/**
 * Returns a function that issues the certificate of a course to an account that has a name, was served paid content, and has done all
 * its tutorials. Requests that arrive together share one prepared statement. Repeats change nothing.
 */
export function certificateIssuer(db: Db): (accountId: string, course: CompletedCourse) => Promise<void> {
  const { placeholder } = sql
  const row: Record<keyof StoredCertificate, SQL> = {
    id: sql`requests.id`,
    account_id: sql`accounts.account_id`,
    course_id: sql`courses.course_id`,
    product: sql`courses.product`,
    name: fullName,
    course_title: sql`courses.title`,
    minutes: sql`courses.minutes`,
    completed_at: sql`now()`,
    hidden_at: sql`null`,
    revoked_at: sql`null`,
    revoke_reason: sql`null`,
  }
  const values = Object.keys(getTableColumns(certificates)).map((column) => row[column as keyof StoredCertificate])
  const issue = db
    .insert(certificates)
    .select(
      // Always in the same order, so that concurrent statements cannot deadlock.
      sql`select ${sql.join(values, sql`, `)}
        from json_to_recordset(${placeholder('requests')}::json) as requests(id text, account_id uuid, course_id text)
        join json_to_recordset(${placeholder('courses')}::json) as courses(course_id text, product text, title text, minutes integer, tutorial_ids text[], is_paid boolean) using (course_id)
        join accounts using (account_id)
        where ${fullName} <> '' and cardinality(tutorial_ids) = (
          select count(*) from tutorial_progress
          where tutorial_progress.account_id = requests.account_id and done and tutorial_id = any(tutorial_ids)
        ) and (not is_paid or exists (
          select from course_starts where course_starts.account_id = requests.account_id and course_starts.product = courses.product
        ))
        order by accounts.account_id, courses.course_id`,
    )
    .onConflictDoNothing({ target: [certificates.account_id, certificates.course_id] })
    .prepare('issue_certificates')

  const issueBatched = batchWrites(async (requests: readonly { id: string; account_id: string; course: CompletedCourse }[]) => {
    const courses = new Map(requests.map(({ course }) => [course.id, course]))
    await issue.execute({
      requests: JSON.stringify(requests.map(({ id, account_id, course }) => ({ id, account_id, course_id: course.id }))),
      courses: JSON.stringify(
        Array.from(courses.values(), ({ id, tutorialIds, isPaid, ...course }) => ({
          ...course,
          ...{ course_id: id, tutorial_ids: tutorialIds, is_paid: isPaid },
        })),
      ),
    })
    return requests.map(() => undefined)
  })
  return (account_id, course) => issueBatched({ id: randomBytes(16).toString('base64url'), account_id, course })
}

/** Returns functions that load certificates with the facts of their holders, each in one prepared statement. */
export function certificateReader(db: Db) {
  const id = sql.placeholder('id')
  const holder = sql`array(select account_id from ${certificates} where id = ${id})`
  const readHolder = accountRowsReader(db, 'certificate_by_id', holder, ACCOUNT_ROWS)
  const accountId = sql`array[${sql.placeholder('accountId')}::uuid]`
  const readOfAccount = accountRowsReader(db, 'certificates_of_account', accountId, ACCOUNT_ROWS)

  return {
    /** Loads a certificate by its public id. */
    async find(certificateId: string): Promise<CertificateWithFacts | undefined> {
      const [rows = []] = (await readHolder({ id: certificateId })).values()
      return parseCertificates(rows).find(({ certificate }) => certificate.id === certificateId)
    },
    /** Loads all certificates of an account, oldest first. */
    async ofAccount(holderId: string): Promise<CertificateWithFacts[]> {
      const [rows = []] = (await readOfAccount({ accountId: holderId })).values()
      return parseCertificates(rows)
    },
  }
}

/** Names a certificate, and the account that must hold it. */
type CertificateOfAccount = { accountId: string; certificateId: string }
const isOwnCertificate = ({ accountId, certificateId }: CertificateOfAccount) =>
  and(eq(certificates.id, certificateId), eq(certificates.account_id, accountId))

/** Hides a certificate of the account, or shows it again. Hiding a hidden certificate does not change its time. */
export async function setHidden(db: Db, own: CertificateOfAccount, hidden: boolean): Promise<void> {
  const hidden_at = hidden ? sql`coalesce(${certificates.hidden_at}, now())` : null
  await db.update(certificates).set({ hidden_at }).where(isOwnCertificate(own))
}

/** Writes the current name of the account into a certificate. Returns false if it was revoked, or if the account has no name. */
export async function renameCertificate(db: Db, own: CertificateOfAccount): Promise<boolean> {
  const name = sql`(select ${fullName} from accounts where accounts.account_id = ${own.accountId}::uuid)`
  const renamed = await db
    .update(certificates)
    .set({ name })
    .where(and(isOwnCertificate(own), isNull(certificates.revoked_at), sql`${name} <> ''`))
    .returning({ id: certificates.id })
  return renamed.length > 0
}

/**
 * Revokes a certificate, and writes that to the audit log.
 * Returns 'unknown' for an unknown certificate, 'unchanged' for one that was revoked before.
 */
export async function revokeCertificate(
  db: Db,
  { certificateId, reason, by }: { certificateId: string; reason: string; by: string },
): Promise<'done' | 'unchanged' | 'unknown'> {
  return await db.transaction(async (tx) => {
    const [certificate] = await tx.select().from(certificates).where(eq(certificates.id, certificateId)).for('update')
    if (certificate === undefined) return 'unknown'
    if (certificate.revoked_at !== null) return 'unchanged'
    await tx.update(certificates).set({ revoked_at: sql`now()`, revoke_reason: reason }).where(eq(certificates.id, certificateId))
    const { account_id, course_id } = certificate
    await tx
      .insert(auditLog)
      .values({ who: by, what: 'revoke_certificate', account_id, reason, details: { certificate: certificateId, course: course_id } })
    return 'done'
  })
}
