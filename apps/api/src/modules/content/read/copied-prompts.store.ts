import { sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { contentResources } from '../mirror/content.table.ts'
import { copiedPrompts } from './copied-prompts.table.ts'

type Copy = Omit<typeof copiedPrompts.$inferSelect, 'copied_at'>

/**
 * Records that an account copied a prompt of a tutorial, which the caller has checked, or of a resource. Deletes copies that are older than 90
 * days. Returns false for a resource that is not published.
 */
export async function recordCopy(db: Db, { account_id, kind, source_id }: Copy): Promise<boolean> {
  const key = sql`${account_id}::uuid, ${kind}::text, ${source_id}::text`
  const recorded = await db.execute(sql`
    with expired as (
      delete from ${copiedPrompts} where copied_at < now() - interval '90 days' and (account_id, kind, source_id) <> (${key})
    )
    insert into ${copiedPrompts} (account_id, kind, source_id)
    select ${key} where ${kind} = 'tutorial' or exists (select from ${contentResources} where public_id = ${source_id})
    on conflict (account_id, kind, source_id) do update set copied_at = excluded.copied_at returning 1`)
  return recorded.length > 0
}
