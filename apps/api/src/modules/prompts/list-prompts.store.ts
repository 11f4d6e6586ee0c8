import { createHash } from 'node:crypto'
import { type Column, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { promptColumns } from './prompts.store.ts'
import { prompts } from './prompts.table.ts'

/** The length of a page, in characters without its last prompt. A longer one would stop the process for longer. */
const PAGE_LENGTH = 100_000
/** What a prompt adds to the length of its texts as JSON. */
const JSON_LENGTH = 500

/** Before the first page: later than all prompts. */
const START = { time: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

const isoTime = (column: Column) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(column.name)

const jsonColumns = { ...promptColumns, created_at: isoTime(prompts.created_at), updated_at: isoTime(prompts.updated_at) }

/** Differs between versions of the API that list other columns. */
const SHAPE = createHash('sha256').update(Object.keys(jsonColumns).join()).digest('base64url').slice(0, 6)

type Page = { version: string; json: string | null; time: string; id: string; more: boolean }

/** Converts the JSON of the prompts on a page. Commas separate the prompts. */
export type ConvertPage = (json: string) => string

type ListOptions = {
  accountId: string
  /** The version that the client has. */
  known?: string | undefined
  signal: AbortSignal
  convert?: ConvertPage
}

/** `version` changes with each change of a prompt. `json` is a list of all prompts, newest first; undefined if the client knows the version. */
type PromptList = { version: string; json: Buffer | undefined }

/**
 * Returns a function that lists the prompts of an account. It reads them in pages, so that other requests wait neither for the whole list nor for
 * its conversion, and stops when the signal aborts. Postgres builds the JSON: reading, validating and serializing 20 rows takes three times as long.
 */
export function promptLister(db: Db): (options: ListOptions) => Promise<PromptList> {
  const [accountId, known, time, id] = ['accountId', 'known', 'time', 'id'].map((name) => sql.placeholder(name))
  const page = db
    .select(jsonColumns)
    .from(prompts)
    .innerJoin(sql`sized`, sql`sized.id = ${prompts.id} and sized.before < ${PAGE_LENGTH}`)
    .orderBy(sql`${prompts.created_at} desc, ${prompts.id} desc`)
    .as('listed')
  const read = db
    .select({
      version: sql<string>`stored.version`,
      json: sql<string | null>`page.json`,
      time: sql<string>`page.time`,
      id: sql<string>`page.id`,
      more: sql<boolean>`page.more`,
    })
    .from(
      sql`(select ${SHAPE} || ':' || count(*) || ':' || coalesce(bit_xor(hash_record_extended(row(id, updated_at, favourite), 0)), 0) as version
        from ${prompts} where ${prompts.account_id} = ${accountId}::uuid) as stored,
      lateral (
        with sized as materialized (
          select id, sum(size + ${JSON_LENGTH}) over (order by created_at desc, id desc rows unbounded preceding) - size as before
          from ${prompts}
          where ${prompts.account_id} = ${accountId}::uuid and stored.version <> ${known}::text
            and (${prompts.created_at}, ${prompts.id}) < (${time}::timestamptz, ${id}::uuid)
        )
        select string_agg(row_to_json(listed)::text, ',') as json, (array_agg(listed.created_at))[count(*)] as time,
          (array_agg(listed.id))[count(*)] as id, (select count(*) from sized) > count(*) as more
        from ${page}
      ) as page`,
    )
    .prepare('list_prompts')

  return async ({ accountId, known = '', signal, convert = (json) => json }) => {
    const pages: Buffer[] = []
    const readPage = async (known: string, { time, id }: typeof START): Promise<Page> => {
      const [page] = await read.execute({ accountId, known, time, id })
      signal.throwIfAborted()
      if (page === undefined) throw new Error('a select of one row returned none')
      if (page.json !== null) pages.push(Buffer.from(`${pages.length === 0 ? '' : ','}${convert(page.json)}`))
      return page
    }
    let page = await readPage(known, START)
    const { version } = page
    if (version === known) return { version, json: undefined }
    while (page.more) page = await readPage('', page)
    return { version, json: Buffer.concat([Buffer.from('['), ...pages, Buffer.from(']')]) }
  }
}
