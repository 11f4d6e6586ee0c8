import type { Tx } from '../database.ts'
import type { BlockRow } from './block-store.ts'
import { type NotionContext, toMinute } from './context.ts'
import { uploadIdsIn, withFileLinks } from './files.ts'
import { plainText } from './rich-text.ts'

/** Returns the `parent` of a page or block. */
export function parentResponse({ parent_type, parent_id, data_source_id }: Pick<BlockRow, 'parent_type' | 'parent_id' | 'data_source_id'>) {
  if (parent_type === 'workspace') return { type: 'workspace', workspace: true }
  if (parent_type === 'data_source_id') return { type: 'data_source_id', data_source_id, database_id: parent_id }
  return { type: parent_type, [parent_type]: parent_id }
}

/** Returns a function that converts stored values to responses. Each upload gets a URL that is valid for an hour. */
export async function fileLinker({ links, now }: NotionContext, tx: Tx, values: unknown) {
  const ids = [...new Set(uploadIdsIn(values))]
  const rows =
    ids.length === 0
      ? []
      : await tx<{ id: string; filename: string | null }[]>`select id, filename from notion.file_uploads where id in ${tx(ids)}`
  const names = new Map(rows.map((row) => [row.id, row.filename ?? '']))
  const time = now()
  return (value: unknown) =>
    withFileLinks(value, (id) => {
      const filename = names.get(id) ?? ''
      return { ...links.create(id, filename, time), filename }
    })
}

/** Returns blocks as Notion's API sends them. */
export async function blockResponses(context: NotionContext, tx: Tx, rows: BlockRow[]) {
  const contents = rows.map((row) => row.content)
  const withLinks = await fileLinker(context, tx, contents)
  return rows.map((row) => {
    const named = row.type === 'child_page' || row.type === 'child_database'
    return {
      object: 'block',
      id: row.id,
      parent: parentResponse(row),
      created_time: toMinute(row.created_time),
      last_edited_time: toMinute(row.last_edited_time),
      has_children: row.has_children,
      in_trash: row.in_trash,
      type: row.type,
      [row.type]: named ? { title: plainText(row.title) } : withLinks(row.content),
    }
  })
}
