import { and, desc, eq, getTableColumns, inArray, lt, ne, sql } from 'drizzle-orm'
import { LOCKS } from '../../../database/locks.ts'
import type { Db } from '../../../database/open-database.ts'
import { contentCourses, contentSyncRuns, type SyncKind, type SyncTrigger } from '../mirror/content.table.ts'

export type SyncRun = typeof contentSyncRuns.$inferSelect
type SyncOutcome = Omit<SyncRun, 'run_id' | 'kind' | 'trigger' | 'started_at' | 'finished_at'>

/** The age, in days, at which the history of a run is deleted. */
const HISTORY_DAYS = 30

/** The maximum number of refusals that the history of a run stores. Its counts include all. */
const MAX_STORED_REFUSALS = 100

/** Returns whether any instance has the lock: a run may be recorded as `running` after its process ended. */
export async function isSyncing(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ is_locked: boolean }>(sql`
    select exists (
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and locktype = 'advisory' and granted
        and classid = ${LOCKS.contentSync[0]}::int::oid and objid = ${LOCKS.contentSync[1]}::int::oid
    ) as is_locked`)
  return row?.is_locked ?? false
}

/** Records that a run began. The caller has the lock, so the process of any other run that is recorded as `running` has ended. */
export async function startRun(db: Db, settings: { kind: SyncKind; trigger: SyncTrigger }): Promise<string> {
  await db
    .update(contentSyncRuns)
    .set({ result: 'interrupted', error: 'The process ended before the run did.', finished_at: sql`now()` })
    .where(eq(contentSyncRuns.result, 'running'))
  await db.delete(contentSyncRuns).where(lt(contentSyncRuns.started_at, sql`now() - make_interval(days => ${HISTORY_DAYS})`))
  const [run] = await db.insert(contentSyncRuns).values(settings).returning({ run_id: contentSyncRuns.run_id })
  if (!run) throw new Error('an insert returned no row')
  return run.run_id
}

export async function finishRun(db: Db, run_id: string, outcome: SyncOutcome): Promise<void> {
  await db
    .update(contentSyncRuns)
    .set({ ...outcome, refusals: outcome.refusals.slice(0, MAX_STORED_REFUSALS), finished_at: sql`now()` })
    .where(eq(contentSyncRuns.run_id, run_id))
}

/** Records the actual kind of a run, because an incremental one may become full. */
export async function setKind(db: Db, run_id: string, kind: SyncKind): Promise<void> {
  await db.update(contentSyncRuns).set({ kind }).where(eq(contentSyncRuns.run_id, run_id))
}

/** Returns when the previous run began and how it ended, and the seconds since the last successful full run. */
export async function previousRuns(db: Db, run_id: string) {
  const [previous] = await db
    .select({ started_at: contentSyncRuns.started_at, result: contentSyncRuns.result })
    .from(contentSyncRuns)
    .where(ne(contentSyncRuns.run_id, run_id))
    .orderBy(desc(contentSyncRuns.started_at))
    .limit(1)
  const [full] = await db
    .select({ age: sql<number>`extract(epoch from now() - ${contentSyncRuns.started_at})::float8` })
    .from(contentSyncRuns)
    .where(and(eq(contentSyncRuns.result, 'done'), ne(contentSyncRuns.kind, 'incremental')))
    .orderBy(desc(contentSyncRuns.started_at))
    .limit(1)
  return { previous, fullAge: full?.age }
}

/** Loads the last runs, newest first, without their refusals, which have a table of their own. */
export async function lastRuns(db: Db, limit: number): Promise<Omit<SyncRun, 'refusals'>[]> {
  const { refusals: _, ...columns } = getTableColumns(contentSyncRuns)
  return await db.select(columns).from(contentSyncRuns).orderBy(desc(contentSyncRuns.started_at)).limit(limit)
}

/** Loads the run that waits for an admin's confirmation: the newest finished run, if its result is `held`. */
export async function runAwaitingConfirmation(db: Db): Promise<Pick<SyncRun, 'run_id' | 'confirmation_key' | 'holds'> | undefined> {
  const { run_id, confirmation_key, holds, result } = contentSyncRuns
  const [newest] = await db
    .select({ run_id, confirmation_key, holds, result })
    .from(contentSyncRuns)
    .where(inArray(result, ['done', 'held']))
    .orderBy(desc(contentSyncRuns.started_at))
    .limit(1)
  return newest?.result === 'held' ? newest : undefined
}

/** Returns when a run last succeeded, and the seconds since. */
export async function lastSuccess(db: Db): Promise<{ at: Date | null; age: number } | undefined> {
  const [run] = await db
    .select({ at: contentSyncRuns.finished_at, age: sql<number>`extract(epoch from now() - ${contentSyncRuns.finished_at})::float8` })
    .from(contentSyncRuns)
    .where(eq(contentSyncRuns.result, 'done'))
    .orderBy(desc(contentSyncRuns.finished_at))
    .limit(1)
  return run
}

/** Returns the seconds since the last successful run; undefined if the mirror is empty, and a run is due at once. */
export async function mirrorAge(db: Db): Promise<number | undefined> {
  return (await db.$count(contentCourses)) === 0 ? undefined : (await lastSuccess(db))?.age
}
