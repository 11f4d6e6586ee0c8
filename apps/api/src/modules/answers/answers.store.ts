import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { tutorialAnswers } from './answers.table.ts'

const { account_id, tutorial_id, text_hash, worked, text, system, tool, with_name } = tutorialAnswers

type StoredAnswer = typeof tutorialAnswers.$inferSelect
type AnswerKey = Pick<StoredAnswer, 'account_id' | 'tutorial_id' | 'text_hash'>
type SavedAnswer = Pick<StoredAnswer, 'worked' | 'text' | 'system' | 'tool' | 'with_name'>

const matchesKey = (key: AnswerKey) => and(eq(account_id, key.account_id), eq(tutorial_id, key.tutorial_id), eq(text_hash, key.text_hash))

/** Loads the answer of an account to a version of a text. */
export async function findAnswer(db: Db, key: AnswerKey): Promise<SavedAnswer | undefined> {
  const [answer] = await db.select({ worked, text, system, tool, with_name }).from(tutorialAnswers).where(matchesKey(key))
  return answer
}

export async function saveAnswer(db: Db, key: AnswerKey, answer: SavedAnswer): Promise<void> {
  await db
    .insert(tutorialAnswers)
    .values({ ...key, ...answer })
    .onConflictDoUpdate({ target: [account_id, tutorial_id, text_hash], set: { ...answer, answered_at: sql`now()` } })
}

export async function deleteAnswer(db: Db, key: AnswerKey): Promise<void> {
  await db.delete(tutorialAnswers).where(matchesKey(key))
}

type Counts = { worked: number; not_yet: number }
const countsOf = sql`(count(*) filter (where worked))::int as worked, (count(*) filter (where not worked))::int as not_yet`

/** Counts the answers to each tutorial. */
export async function countAnswers(db: Db): Promise<(Counts & { tutorial_id: string })[]> {
  return await db.execute<Counts & { tutorial_id: string }>(
    sql`select tutorial_id, ${countsOf} from ${tutorialAnswers} group by tutorial_id`,
  )
}

const MAX_VERSIONS = 10
const MAX_TEXTS = 50

type Version = Counts & {
  text_hash: string
  last_at: Date
  texts: { text: string; system: string | null; tool: string | null; name: string | null; at: string }[]
}

/** Loads the answers to a tutorial by version of its text, the last answered version and the newest text first. */
export async function loadVersions(db: Db, tutorialId: string): Promise<Version[]> {
  const rows = await db.execute<Version & { last_at: string }>(sql`
    with answers as (
      select *, row_number() over (partition by text_hash, text <> '' order by answered_at desc, account_id) as place
      from ${tutorialAnswers} where ${tutorial_id} = ${tutorialId}
    )
    select text_hash, max(answered_at) as last_at, ${countsOf},
      coalesce(json_agg(json_build_object('text', text, 'system', system, 'tool', tool, 'at', answered_at,
        'name', case when with_name then nullif(trim(concat_ws(' ', first_name, last_name)), '') end) order by place)
        filter (where text <> '' and place <= ${MAX_TEXTS}), '[]') as texts
    from answers left join accounts using (account_id)
    group by text_hash order by last_at desc, text_hash limit ${MAX_VERSIONS}`)
  return rows.map((row) => ({ ...row, last_at: new Date(row.last_at) }))
}
