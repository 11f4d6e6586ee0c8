import { desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../plugins/database.ts'
import { contentCourses, contentSyncRuns } from './content.table.ts'

export type SyncRun = typeof contentSyncRuns.$inferSelect
export type SyncOutcome = Pick<
  SyncRun,
  'result' | 'error' | 'listed' | 'fetched' | 'published' | 'unpublished' | 'refused' | 'requests' | 'refusals'
>

/** History for operators; older runs tell nobody anything. */
const KEPT_DAYS = 30

/** Notes that a run began. Whoever calls this holds the lock, so a run that still says `running` did not survive. */
export async function startRun(db: Db): Promise<string> {
  await db
    .update(contentSyncRuns)
    .set({ result: 'interrupted', error: 'The process ended before the run did.', finished_at: sql`now()` })
    .where(eq(contentSyncRuns.result, 'running'))
  await db.delete(contentSyncRuns).where(lt(contentSyncRuns.started_at, sql`now() - make_interval(days => ${KEPT_DAYS})`))
  const [run] = await db.insert(contentSyncRuns).values({}).returning({ run_id: contentSyncRuns.run_id })
  if (!run) throw new Error('an insert returned no row')
  return run.run_id
}

export async function finishRun(db: Db, run_id: string, outcome: SyncOutcome): Promise<void> {
  await db
    .update(contentSyncRuns)
    .set({ ...outcome, finished_at: sql`now()` })
    .where(eq(contentSyncRuns.run_id, run_id))
}

/** Seconds since the last run that went through, if the mirror holds anything; undefined asks for a run at once. */
export async function mirrorAge(db: Db): Promise<number | undefined> {
  const [course] = await db.select({ id: contentCourses.notion_page_id }).from(contentCourses).limit(1)
  if (!course) return undefined
  const [run] = await db
    .select({ age: sql<number>`extract(epoch from now() - ${contentSyncRuns.finished_at})::float8` })
    .from(contentSyncRuns)
    .where(eq(contentSyncRuns.result, 'done'))
    .orderBy(desc(contentSyncRuns.finished_at))
    .limit(1)
  return run?.age
}
