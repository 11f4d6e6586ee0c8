import { foldText } from '@academy/contract/fold-text'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { missedSearches } from './missed-searches.table.ts'

/** How long a search is stored. */
const KEPT = sql`interval '90 days'`
/** What an account types within this time is one search. */
const TYPING = sql`interval '1 minute'`
/** Longer texts are not stored: accounts do not share them. */
const MAX_LENGTH = 60
const MAX_PER_ACCOUNT = 100

/**
 * Records that an account searched for something and found nothing. The page searches while the user types, so of the beginnings of a text only
 * the longest is stored. Deletes searches that are older than 90 days.
 */
export async function recordMissedSearch(db: Db, accountId: string, query: string): Promise<void> {
  const words = foldText(query).trim()
  if (words.length > MAX_LENGTH) return
  const isOther = sql`(account_id, words) <> (${accountId}::uuid, ${words}::text)`
  const isTyped = sql`account_id = ${accountId} and searched_at > now() - ${TYPING}`
  await db.execute(sql`
    with expired as (
      delete from ${missedSearches} where searched_at < now() - ${KEPT} and ${isOther}
    ), beginnings as (
      delete from ${missedSearches} where ${isTyped} and starts_with(${words}, words) and ${isOther}
    )
    insert into ${missedSearches} (account_id, words) select ${accountId}::uuid, ${words}::text
    where not exists (select from ${missedSearches} where ${isTyped} and starts_with(words, ${words}) and ${isOther})
      and (select count(*) from ${missedSearches} where account_id = ${accountId}) < ${MAX_PER_ACCOUNT}
    on conflict (account_id, words) do update set searched_at = excluded.searched_at`)
}
