import { desc, type SQLWrapper, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../plugins/database.ts'
import { readTogether } from '../../plugins/read-together.ts'
import { prompts } from './prompts.table.ts'

const MB = 1024 * 1024

/** Lists are remembered up to so many bytes together; a longer one than `LONGEST` would push out too many others. */
const REMEMBERED = 16 * MB
const LONGEST = MB

/** What one statement may have to put together: each may be as long as `PROMPT_LIMITS` lets it. */
const MOST_TOGETHER = 8

type List = { version: string; json: Buffer }

const time = (column: SQLWrapper) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const shown = sql`json_build_object(
  'id', ${prompts.id}, 'title', ${prompts.title}, 'description', ${prompts.description}, 'content', ${prompts.content}, 'code', ${prompts.code},
  'created_at', ${time(prompts.created_at)}, 'updated_at', ${time(prompts.updated_at)})`

/**
 * Answers all prompts of an account, newest first, as the JSON of a list of `UserPrompt`, in one prepared statement for all that are asked
 * for at the moment. Which prompts there are, and in which versions, is looked at each time; the list is put together only when that is not
 * what it was when the list was last read: looking takes Postgres 10 µs for 20 prompts, writing them as JSON 130.
 */
export function promptLister(db: Db): (accountId: string) => Promise<Buffer> {
  const remembered = new LRUCache<string, List>({ maxSize: REMEMBERED, maxEntrySize: LONGEST, sizeCalculation: ({ json }) => json.length })
  const read = db
    .select({
      account_id: sql<string>`asked.account_id`,
      version: sql<string>`mine.version`,
      json: sql<string | null>`case when mine.version <> asked.version then (
        select coalesce(json_agg(${shown} order by ${desc(prompts.created_at)}, ${desc(prompts.id)}), '[]')::text
        from ${prompts} where ${prompts.account_id} = asked.account_id
      ) end`,
    })
    .from(
      sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('versions')}::text[]) as asked (account_id, version)
        cross join lateral (
          select count(*) || ':' || coalesce(bit_xor(hash_record_extended(row(id, updated_at), 0)), 0) as version
          from ${prompts} where ${prompts.account_id} = asked.account_id
        ) as mine`,
    )
    .prepare('list_prompts')

  const readSome = async (ids: string[]): Promise<(List & { account_id: string })[]> => {
    const known = new Map(ids.map((id) => [id, remembered.get(id)]))
    const versions = ids.map((id) => known.get(id)?.version ?? 'none')
    // Ids of verified tokens are UUIDs, and versions are numbers: nothing in them needs quoting.
    const rows = await read.execute({ ids: `{${ids.join(',')}}`, versions: `{${versions.join(',')}}` })
    return rows.map(({ account_id, version, json }) => {
      const list = json === null ? known.get(account_id) : { version, json: Buffer.from(json) }
      if (list === undefined) throw new Error('a list that nobody has was said to be the same')
      if (json !== null) remembered.set(account_id, list)
      return { account_id, ...list }
    })
  }
  const find = readTogether(readSome, { idOf: ({ account_id }) => account_id, most: MOST_TOGETHER, atOnce: 3 })

  return async (accountId) => {
    const list = await find(accountId)
    if (list === undefined) throw new Error('a select of one row for each account left one out')
    return list.json
  }
}
