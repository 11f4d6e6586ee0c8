import type { Tx } from '../database.ts'
import { requireBlock } from './block-store.ts'

/**
 * Copies a page of a database `count` times with all its blocks, as "Duplicate" in Notion's app does. The copies have the relations of the
 * original.
 */
export async function copyPages(tx: Tx, pageId: string, count: number, now: Date): Promise<string[]> {
  await requireBlock(tx, pageId)
  await tx`create temp table copies on commit drop as select gen_random_uuid() as id from generate_series(1, ${count}::int)`
  await tx`
    insert into notion.blocks (id, parent_type, parent_id, page_id, position, type, content, created_time, last_edited_time)
    select c.id, b.parent_type, b.parent_id, b.page_id, b.position, b.type, b.content, ${now}, ${now}
    from notion.blocks b, copies c where b.id = ${pageId}`
  await tx`
    insert into notion.pages (id, data_source_id, properties)
    select c.id, p.data_source_id, p.properties from notion.pages p, copies c where p.id = ${pageId}`
  // a copy's id is derived from its block and its new page, so that children find the copy of their parent
  await tx`
    insert into notion.blocks (id, parent_type, parent_id, page_id, position, type, content, created_time, last_edited_time)
    select md5(b.id::text || c.id)::uuid, b.parent_type, case when b.parent_id = ${pageId} then c.id else md5(b.parent_id::text || c.id)::uuid end,
      c.id, b.position, b.type, b.content, ${now}, ${now}
    from notion.blocks b, copies c
    where b.page_id = ${pageId} and not b.in_trash and b.type not in ('child_page', 'child_database')`
  const rows = await tx<{ id: string }[]>`select id from copies`
  return rows.map(({ id }) => id)
}
