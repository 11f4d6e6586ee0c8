import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { batchWrites } from '../../database/batch-writes.ts'
import type { Db } from '../../database/open-database.ts'
import { tutorialProgress } from './progress.table.ts'

type StoredProgress = typeof tutorialProgress.$inferSelect

/** Where a coding tool stopped to teach. */
type Place = { step: number; headings: string[]; program: string | null }

/**
 * What a learner did at `at`: opened a tutorial, and maybe marked it as done or not done, watched its video up to `seconds`, or was taught up to
 * `place`.
 */
export type Activity = {
  account_id: string
  tutorial_id: string
  at: Date
  done?: boolean | undefined
  seconds?: number | undefined
  place?: Place | undefined
}

const { tutorial_id, done, video_seconds, step, step_headings, step_program, updated_at } = tutorialProgress
const sentColumns = { tutorial_id, done, video_seconds, step, step_headings, step_program, updated_at }

/** The part of the progress that responses have. */
export type SentProgress = Pick<StoredProgress, keyof typeof sentColumns>

/** Returns a function that reads the progress of an account with all tutorials that it opened. */
export function progressReader(db: Db): (accountId: string) => Promise<SentProgress[]> {
  const read = db
    .select(sentColumns)
    .from(tutorialProgress)
    .where(eq(tutorialProgress.account_id, sql.placeholder('accountId')))
    .prepare('read_progress')
  return (accountId) => read.execute({ accountId })
}

const keyOf = ({ account_id, tutorial_id }: Pick<Activity, 'account_id' | 'tutorial_id'>) => `${account_id} ${tutorial_id}`

/** Splits activities into lists with at most one activity per account and tutorial, because one statement cannot update a row twice. */
function splitRepeats(activities: readonly Activity[]): Activity[][] {
  const lists: Activity[][] = []
  const repeats = new Map<string, number>()
  for (const activity of activities) {
    const repeat = repeats.get(keyOf(activity)) ?? 0
    repeats.set(keyOf(activity), repeat + 1)
    const list = lists[repeat]
    if (list) list.push(activity)
    else lists.push([activity])
  }
  return lists
}

/**
 * Returns a function that saves an activity and returns the progress afterwards. The result does not depend on the order of
 * requests, and a repeated request changes nothing: the value with the latest time wins, and of two with the same time the larger one.
 * Activities that arrive together share one prepared statement.
 */
export function progressSaver(db: Db): (activity: Activity) => Promise<StoredProgress> {
  const isLater = (timeColumn: string, valueColumn: string) => {
    const [time, value] = [sql.identifier(timeColumn), sql.identifier(valueColumn)]
    const [newTime, newValue] = [sql`excluded.${time}`, sql`excluded.${value}`]
    const [oldTime, oldValue] = [sql`tutorial_progress.${time}`, sql`tutorial_progress.${value}`]
    return sql`${newTime} is not null and (${oldTime} is null or (${newTime}, ${newValue}) > (${oldTime}, ${oldValue}))`
  }
  const row: Record<keyof StoredProgress, SQL> = {
    account_id: sql`account_id`,
    tutorial_id: sql`tutorial_id`,
    started_at: sql`at`,
    updated_at: sql`at`,
    done: sql`coalesce(done, false)`,
    done_changed_at: sql`case when done is not null then at end`,
    video_seconds: sql`seconds`,
    video_changed_at: sql`case when seconds is not null then at end`,
    step: sql`(place ->> 'step')::integer`,
    step_headings: sql`place -> 'headings'`,
    step_program: sql`place ->> 'program'`,
    step_changed_at: sql`case when place is not null then at end`,
  }
  const ofLaterPlace = (column: 'step' | 'step_headings' | 'step_program') => {
    const name = sql.identifier(column)
    return sql`case when ${isLater('step_changed_at', 'step')} then excluded.${name} else tutorial_progress.${name} end`
  }
  const values = Object.keys(getTableColumns(tutorialProgress)).map((column) => row[column as keyof StoredProgress])
  const save = db
    .insert(tutorialProgress)
    .select(
      // Always in the same order, so that concurrent statements cannot deadlock.
      sql`select ${sql.join(values, sql`, `)} from (
          select account_id, tutorial_id, least(at, now()) as at, done, seconds, place
          from json_to_recordset(${sql.placeholder('activities')}::json) as sent(account_id uuid, tutorial_id text, at timestamptz, done boolean, seconds integer, place jsonb)
        ) as activities order by account_id, tutorial_id`,
    )
    .onConflictDoUpdate({
      target: [tutorialProgress.account_id, tutorialProgress.tutorial_id],
      set: {
        started_at: sql`least(tutorial_progress.started_at, excluded.started_at)`,
        updated_at: sql`greatest(tutorial_progress.updated_at, excluded.updated_at)`,
        done: sql`case when ${isLater('done_changed_at', 'done')} then excluded.done else tutorial_progress.done end`,
        done_changed_at: sql`greatest(tutorial_progress.done_changed_at, excluded.done_changed_at)`,
        video_seconds: sql`case when ${isLater('video_changed_at', 'video_seconds')} then excluded.video_seconds else tutorial_progress.video_seconds end`,
        video_changed_at: sql`greatest(tutorial_progress.video_changed_at, excluded.video_changed_at)`,
        step: ofLaterPlace('step'),
        step_headings: ofLaterPlace('step_headings'),
        step_program: ofLaterPlace('step_program'),
        step_changed_at: sql`greatest(tutorial_progress.step_changed_at, excluded.step_changed_at)`,
      },
    })
    .returning()
    .prepare('save_progress')

  return batchWrites(async (activities) => {
    const saved = new Map<string, StoredProgress>()
    for (const list of splitRepeats(activities)) {
      for (const progress of await save.execute({ activities: JSON.stringify(list) })) saved.set(keyOf(progress), progress)
    }
    return activities.map((activity) => {
      const progress = saved.get(keyOf(activity))
      if (progress === undefined) throw new Error('an upsert returned no row')
      return progress
    })
  })
}

/** Returns the name of an access token, for a program that does not name itself. */
export async function tokenName(db: Db, id: string): Promise<string | null> {
  const [row] = await db.execute<{ name: string }>(sql`select name from personal_access_tokens where id = ${id}`)
  return row?.name ?? null
}
