import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { tutorialProgress } from './progress.table.ts'

export type StoredProgress = typeof tutorialProgress.$inferSelect

/** What happened to a tutorial at `at`: it was opened, and maybe marked, or watched up to `seconds`. */
export type Activity = { at: Date; done?: boolean | undefined; seconds?: number | undefined }

/** Returns a function that reads the progress of an account with all tutorials that it opened. */
export function progressReader(db: Db): (accountId: string) => Promise<StoredProgress[]> {
  const read = db
    .select()
    .from(tutorialProgress)
    .where(eq(tutorialProgress.account_id, sql.placeholder('accountId')))
    .prepare('read_progress')
  return (accountId) => read.execute({ accountId })
}

/**
 * Returns a function that saves an activity and returns the progress afterwards. Order and repeats of requests change nothing: of each fact
 * the one with the latest time stays, of two at the same time the larger.
 */
export function progressSaver(db: Db): (accountId: string, tutorialId: string, activity: Activity) => Promise<StoredProgress> {
  const { placeholder } = sql
  const at = sql`least(${placeholder('at')}::timestamptz, now())`
  const done = sql`${placeholder('done')}::boolean`
  const seconds = sql`${placeholder('seconds')}::integer`
  const isLater = (time: string, value: string) => {
    const [newTime, newValue] = [sql`excluded.${sql.identifier(time)}`, sql`excluded.${sql.identifier(value)}`]
    const [oldTime, oldValue] = [sql`tutorial_progress.${sql.identifier(time)}`, sql`tutorial_progress.${sql.identifier(value)}`]
    return sql`${newTime} is not null and (${oldTime} is null or (${newTime}, ${newValue}) > (${oldTime}, ${oldValue}))`
  }
  const save = db
    .insert(tutorialProgress)
    .values({
      account_id: sql`${placeholder('accountId')}::uuid`,
      tutorial_id: sql`${placeholder('tutorialId')}::text`,
      started_at: at,
      updated_at: at,
      done: sql`coalesce(${done}, false)`,
      done_changed_at: sql`case when ${done} is not null then ${at} end`,
      video_seconds: seconds,
      video_changed_at: sql`case when ${seconds} is not null then ${at} end`,
    })
    .onConflictDoUpdate({
      target: [tutorialProgress.account_id, tutorialProgress.tutorial_id],
      set: {
        started_at: sql`least(tutorial_progress.started_at, excluded.started_at)`,
        updated_at: sql`greatest(tutorial_progress.updated_at, excluded.updated_at)`,
        done: sql`case when ${isLater('done_changed_at', 'done')} then excluded.done else tutorial_progress.done end`,
        done_changed_at: sql`greatest(tutorial_progress.done_changed_at, excluded.done_changed_at)`,
        video_seconds: sql`case when ${isLater('video_changed_at', 'video_seconds')} then excluded.video_seconds else tutorial_progress.video_seconds end`,
        video_changed_at: sql`greatest(tutorial_progress.video_changed_at, excluded.video_changed_at)`,
      },
    })
    .returning()
    .prepare('save_progress')

  return async (accountId, tutorialId, activity) => {
    const [saved] = await save.execute({
      accountId,
      tutorialId,
      at: activity.at.toISOString(),
      done: activity.done ?? null,
      seconds: activity.seconds ?? null,
    })
    if (saved === undefined) throw new Error('an upsert returned no row')
    return saved
  }
}
