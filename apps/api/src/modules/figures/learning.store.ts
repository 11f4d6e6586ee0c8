import { FEWEST, type LearningFigures } from '@academy/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { contentResources, contentTutorials } from '../content/mirror/content.table.ts'
import type { OutlineCourse } from '../courses/outline.ts'
import { shownCount } from './shown-count.ts'

/** A learner who was not active for so many days stopped. */
const STOPPED_DAYS = 14
/** How long searches and copies count. */
const RECENT_DAYS = 90
const DAY_MS = 86_400_000

type TutorialRow = { id: string; opened: number; done: number; stopped: number; went_on: number; days_to_next: number | null }
type LearningRow = Pick<LearningFigures, 'copied_prompts' | 'missed_searches' | 'saved_prompts'> & {
  tutorials: TutorialRow[]
  sessions: { id: string; checked: number }[]
}

/** The longest list of searches or prompts. */
const MAX_LISTED = 50

/** Selects the tutorials of a course with their places in it. */
const placesOf = (ids: readonly string[]): SQL =>
  sql`jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as course (tutorial_id, place)`

/**
 * Loads how learners proceed through a course, in one statement. A learner stopped at the tutorial that was opened, marked or watched last,
 * unless it is the last one of the course and done.
 */
export async function loadLearning(db: Db, course: OutlineCourse, now: Date): Promise<LearningFigures> {
  const ids = course.sessions.flatMap(({ tutorials }) => tutorials.map(({ id }) => id))
  const activeSince = new Date(now.getTime() - STOPPED_DAYS * DAY_MS).toISOString()
  const recently = new Date(now.getTime() - RECENT_DAYS * DAY_MS).toISOString()
  const [row] = await db.execute<LearningRow>(sql`
    with opened as (
      select account_id, tutorial_id, place, started_at, updated_at, done
      from tutorial_progress join ${placesOf(ids)} using (tutorial_id)
    ), last_opened as (
      select distinct on (account_id) place, done, updated_at from opened order by account_id, updated_at desc, place desc
    ), stopped as (
      select place, count(*)::int as accounts from last_opened
      where updated_at < ${activeSince} and not (done and place = ${ids.length}) group by place
    ), proceeded as (
      select this.place, count(*)::int as accounts,
        percentile_cont(0.5) within group (order by extract(epoch from next.started_at - this.started_at)) / 86400 as days
      from opened this join opened next on next.account_id = this.account_id and next.place = this.place + 1
      where next.started_at >= this.started_at group by this.place
    ), tutorials as (
      select tutorial_id as id, count(*)::int as opened, (count(*) filter (where done))::int as done,
        coalesce(max(stopped.accounts), 0) as stopped, coalesce(max(proceeded.accounts), 0) as went_on, max(proceeded.days) as days_to_next
      from opened left join stopped using (place) left join proceeded using (place) group by tutorial_id
    ), sessions as (
      select session_id as id, count(passed_at)::int as checked from check_results group by session_id
    ), missed as (
      select words, count(*)::int as accounts from missed_searches where searched_at > ${recently}
      group by words having count(*) >= ${FEWEST} order by accounts desc, words limit ${MAX_LISTED}
    ), pages as (
      select 'library' as kind, public_id as id, name from ${contentResources}
      union all select 'tutorial', public_id, name from ${contentTutorials}
    ), copied as (
      select kind, id, name, count(*)::int as accounts from copied_prompts join pages using (kind) where id = source_id and copied_at > ${recently}
      group by 1, 2, 3 having count(*) >= ${FEWEST} order by accounts desc, name limit ${MAX_LISTED}
    ), saved as (
      select origin->>'kind' as kind, origin->>'id' as id, mode() within group (order by origin->>'name') as name, count(distinct account_id)::int as accounts
      from prompts where origin is not null
      group by 1, 2 having count(distinct account_id) >= ${FEWEST} order by accounts desc, name limit ${MAX_LISTED}
    )
    select (select coalesce(json_agg(tutorials), '[]') from tutorials) as tutorials,
      (select coalesce(json_agg(sessions), '[]') from sessions) as sessions,
      (select coalesce(json_agg(missed), '[]') from missed) as missed_searches,
      (select coalesce(json_agg(copied), '[]') from copied) as copied_prompts,
      (select coalesce(json_agg(saved), '[]') from saved) as saved_prompts`)
  if (row === undefined) throw new Error('a statement of subqueries returned no row')
  const { copied_prompts, missed_searches, saved_prompts } = row
  return { computed_at: now.toISOString(), sessions: toSessions(course, row), copied_prompts, missed_searches, saved_prompts }
}

const NO_LEARNERS = { opened: 0, done: 0, stopped: 0, went_on: 0, days_to_next: null }

function toSessions({ sessions }: OutlineCourse, row: LearningRow): LearningFigures['sessions'] {
  const byTutorial = new Map(row.tutorials.map((tutorial) => [tutorial.id, tutorial]))
  const bySession = new Map(row.sessions.map((session) => [session.id, session]))
  return sessions.map(({ id, name, number, has_checks, tutorials }) => ({
    id,
    name,
    number,
    checked: has_checks ? shownCount(bySession.get(id)?.checked ?? 0) : null,
    tutorials: tutorials.map((tutorial) => {
      const { opened, done, stopped, went_on, days_to_next } = byTutorial.get(tutorial.id) ?? NO_LEARNERS
      return {
        id: tutorial.id,
        name: tutorial.name,
        opened: shownCount(opened),
        done: shownCount(done),
        stopped: shownCount(stopped),
        days_to_next: went_on < FEWEST || days_to_next === null ? null : Math.round(days_to_next * 10) / 10,
      }
    }),
  }))
}
